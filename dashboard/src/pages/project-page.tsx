import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Compass, Plus } from 'lucide-react';
import { isStaticType } from '#core/qr-content/content-field.ts';
import type { QrType } from '#core/qr-type.ts';
import { AnalyticsView } from '../analytics/analytics-view.tsx';
import { ExportButton } from '../analytics/export-button.tsx';
import { RangePicker } from '../analytics/range-picker.tsx';
import { useRange } from '../analytics/use-range.ts';
import { codesQuery, projectsQuery, topCodesQuery } from '../api/queries.ts';
import type { Project } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ProjectMenu } from './project-menu.tsx';

const route = getRouteApi('/app/projects/$id');
const refreshMs = 10_000;

export function ProjectPage() {
  const { id } = route.useParams();
  const projects = useQuery(projectsQuery);
  return (
    <QueryState query={projects} height="h-96">
      {(items) => {
        const project = items.find(({ project_id }) => project_id === id);
        return project === undefined ? (
          <EmptyState
            icon={<Compass className="size-6" aria-hidden />}
            isPage
            title="There is no such project"
          >
            <p>It may belong to another account.</p>
          </EmptyState>
        ) : (
          <ProjectOverview key={project.project_id} project={project} />
        );
      }}
    </QueryState>
  );
}

function ProjectOverview({ project }: { project: Project }) {
  const search = route.useSearch();
  const range = useRange(search);
  const id = project.project_id;
  return (
    <Page
      title={project.name}
      heading={
        <span className="flex flex-wrap items-center gap-2">
          {project.name}
          {project.is_default && <Badge tone="accent">default</Badge>}
          {project.is_archived && <Badge tone="warn">archived</Badge>}
        </span>
      }
      hint={
        project.description === ''
          ? plural(project.live_qr_codes, 'code')
          : `${plural(project.live_qr_codes, 'code')} · ${project.description}`
      }
      action={
        <>
          <Link to="/codes" search={{ project: id }} className={buttonClass()}>
            All codes
          </Link>
          {!project.is_archived && (
            <Link to="/codes/new" search={{ project: id }} className={buttonClass('primary')}>
              <Plus className="size-4" aria-hidden /> New QR code
            </Link>
          )}
          <ProjectMenu project={project} />
        </>
      }
    >
      <div className="space-y-6">
        {project.is_archived && (
          <Notice tone="warn">
            The project is archived: none of its codes resolves. Bring it back, and all of them do.
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <RangePicker search={search} />
          <ExportButton id={id} range={range} />
        </div>
        <AnalyticsView
          id={id}
          range={range}
          refreshMs={refreshMs}
          empty={<p>As soon as one of its codes is scanned, you see it here.</p>}
        />
        <TopCodes projectId={id} />
      </div>
    </Page>
  );
}

export function TopCodes({ projectId }: { projectId: string }) {
  const top = useQuery({ ...topCodesQuery(projectId), refetchInterval: refreshMs });
  const newest = useInfiniteQuery(codesQuery({ project: projectId }, 8));
  const items = newest.data?.pages[0]?.items ?? [];
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="Most scanned" hint="Of all time." bodyClass="p-3">
        <QueryState query={top}>{(codes) => <CodeLinks codes={codes} empty="No codes yet." />}</QueryState>
      </Card>
      <Card title="Newest" bodyClass="p-3">
        <CodeLinks codes={items} empty="No codes yet." />
      </Card>
    </div>
  );
}

function CodeLinks({
  codes,
  empty,
}: {
  codes: { qr_id: string; label: string; scan_count: number; type?: QrType }[];
  empty: string;
}) {
  if (codes.length === 0) return <p className="p-3 text-soft">{empty}</p>;
  return (
    <ol>
      {codes.map((code) => (
        <li key={code.qr_id}>
          <Link
            to="/codes/$id"
            params={{ id: code.qr_id }}
            className="flex h-9 items-center justify-between gap-3 rounded-lg px-3 hover:bg-sunken"
          >
            <span className="truncate">{code.label}</span>
            <span className="shrink-0 text-soft tabular-nums">
              {code.type !== undefined && isStaticType(code.type) ? '–' : formatNumber(code.scan_count)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
