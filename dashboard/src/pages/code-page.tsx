import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Fragment } from 'react';
import { codeQuery, meQuery } from '../api/queries.ts';
import { RequestError } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { CodePicture } from '../codes/code-picture.tsx';
import { ConflictDialog } from '../codes/conflict-dialog.tsx';
import { CreatedPanel } from '../codes/created-panel.tsx';
import { DownloadMenu } from '../codes/download-menu.tsx';
import { ScanNow } from '../codes/scan-now.tsx';
import { StatusBadge } from '../codes/status-badge.tsx';
import { typeNames } from '../codes/type-names.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { WatchNotice } from '../watches/watch-notice.tsx';

const route = getRouteApi('/app/codes/$id');

export function CodePage() {
  const { id } = route.useParams();
  const code = useQuery(codeQuery(id));
  const { data: me } = useSuspenseQuery(meQuery);
  const { created } = route.useSearch();
  const navigate = useNavigate();
  if (code.error instanceof RequestError && code.error.status === 404)
    return (
      <EmptyState icon={<Compass className="size-6" aria-hidden />} isPage title="Code not found">
        <p>It may belong to another account.</p>
      </EmptyState>
    );
  return (
    <Page
      title={code.data?.label ?? 'QR code'}
      heading={code.data && <Heading code={code.data} />}
      hint={
        code.data && (
          <>
            <Where code={code.data} />
            <ScanNow code={code.data} timeZone={me.account.timezone} />
          </>
        )
      }
      picture={code.data && <CodePicture code={code.data} className="size-16 sm:size-20" />}
      action={code.data && <DownloadMenu code={code.data} />}
    >
      <TabLinks
        label="Code"
        tabs={[
          { label: 'Analytics', link: { to: '/codes/$id', params: { id } } },
          { label: 'Design', link: { to: '/codes/$id/design', params: { id } } },
          ...(code.data === undefined || code.data.is_static || code.data.type === 'app_store'
            ? []
            : [{ label: 'Rules', link: { to: '/codes/$id/rules', params: { id } } } as const]),
          { label: 'Settings', link: { to: '/codes/$id/settings', params: { id } } },
          { label: 'History', link: { to: '/codes/$id/history', params: { id } } },
        ]}
      />
      <QueryState query={code} height="h-96">
        {(data) => (
          <>
            {created === true && (
              <CreatedPanel
                code={data}
                onClose={() => void navigate({ to: '/codes/$id', params: { id }, replace: true })}
              />
            )}
            {data.status === 'blocked' && (
              <Notice tone="bad" className="mb-6">
                This code is blocked, because its destination is harmful. Change the destination. The code
                works again after we have checked the new one.
              </Notice>
            )}
            {data.is_project_archived && data.status !== 'archived' && (
              <Notice tone="warn" className="mb-6">
                The project is archived, so the link doesn’t work. Restore the project to activate it again.
              </Notice>
            )}
            {data.short_link !== null && !data.short_link.includes(`//${data.image_host}/`) && (
              <Notice tone={data.is_image_served ? 'info' : 'warn'} className="mb-6">
                The image still carries {data.image_host}; it is drawn again in the background.{' '}
                {data.is_image_served
                  ? 'Both links go to the same destination.'
                  : 'That host is no longer served. Don’t print this image. Wait for the new one.'}
              </Notice>
            )}
            {data.render_error !== null && (
              <Notice tone="bad" className="mb-6">
                {data.render_error}
              </Notice>
            )}
            <WatchNotice qrId={id} />
            {/* A form of one code must not be filled with another's. */}
            <Fragment key={id}>
              <Outlet />
            </Fragment>
            <ConflictDialog />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Heading({ code }: { code: QrCode }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      {code.label}
      <StatusBadge code={code} />
    </span>
  );
}

function Where({ code }: { code: QrCode }) {
  const { icon: Icon, label } = typeNames[code.type];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5">
        <Icon className="size-4" aria-hidden /> {label}
      </span>
      {code.short_link && (
        <span className="flex items-center">
          <a
            href={code.short_link}
            target="_blank"
            rel="noreferrer"
            className="font-mono text-[13px] hover:text-accent"
            data-testid="short-link"
          >
            {code.short_link.replace(/^https?:\/\//, '')}
          </a>
          <CopyButton text={code.short_link} isIcon label="Copy the link" />
        </span>
      )}
      {code.redirect_url !== '' && (
        <span className="max-w-full min-w-0 truncate text-[13px]">
          → <span data-testid="target">{code.redirect_url}</span>
        </span>
      )}
    </div>
  );
}
