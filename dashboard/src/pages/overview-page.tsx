import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { KeyRound, Palette, Plus, QrCode as QrIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AnalyticsView } from '../analytics/analytics-view.tsx';
import { RangePicker } from '../analytics/range-picker.tsx';
import { useRange } from '../analytics/use-range.ts';
import { projectsQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Project, QrPage } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Choice } from '../ui/field.tsx';
import { Meter } from '../ui/meter.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { TopCodes } from './top-codes.tsx';

const AccountOverview = lazy(() =>
  import('../analytics/account-overview.tsx').then(({ AccountOverview }) => ({ default: AccountOverview })),
);

const route = getRouteApi('/app/');
const refreshMs = 10_000;

export function OverviewPage() {
  const projects = useQuery(projectsQuery);
  const usage = useQuery(usageQuery);
  // Archived codes count too, because they have statistics.
  const any = useQuery({
    queryKey: ['codes', 'any'],
    queryFn: () => request<QrPage>('/qr-codes?page_size=1&status=active&status=archived&status=blocked'),
  });
  return (
    <Page
      title="Overview"
      action={
        <Link to="/codes/new" className={buttonClass('primary')}>
          <Plus className="size-4" aria-hidden /> New QR code
        </Link>
      }
    >
      <div className="space-y-6">
        <QueryState query={projects} height="h-96">
          {(items) => (any.data?.items.length === 0 ? <FirstSteps /> : <Analytics projects={items} />)}
        </QueryState>
        {usage.data && (
          <Card title="Usage" bodyClass="grid gap-6 p-5 sm:grid-cols-2">
            <Meter
              label="QR codes"
              used={usage.data.usage.qr_codes.used}
              limit={usage.data.usage.qr_codes.limit}
            />
            <Meter
              label="API keys"
              used={usage.data.usage.api_keys.used}
              limit={usage.data.usage.api_keys.limit}
            />
          </Card>
        )}
      </div>
    </Page>
  );
}

function Analytics({ projects }: { projects: Project[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const range = useRange(search);
  const hasSeveral = projects.length > 1;
  const chosen =
    projects.find(({ project_id }) => project_id === search.project) ??
    (hasSeveral ? undefined : projects.find(({ is_default }) => is_default));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Choice
          label="Project"
          isLabelHidden
          className="w-full sm:w-60"
          value={chosen?.project_id ?? ''}
          onChange={(project) =>
            void navigate({ to: '/', search: { ...search, project: project || undefined }, replace: true })
          }
          options={[
            ...(hasSeveral ? [{ value: '', label: 'All projects' }] : []),
            ...projects.map((project) => ({ value: project.project_id, label: project.name })),
          ]}
        />
        <RangePicker search={search} />
      </div>
      {chosen === undefined ? (
        <Suspense fallback={<div className="h-96 animate-pulse rounded-xl bg-sunken" />}>
          <AccountOverview range={range} />
        </Suspense>
      ) : (
        <>
          <AnalyticsView
            id={chosen.project_id}
            range={range}
            refreshMs={refreshMs}
            empty={<p>As soon as one of the codes in “{chosen.name}” is scanned, you see it here.</p>}
          />
          <TopCodes projectId={chosen.project_id} range={range} />
        </>
      )}
    </>
  );
}

const steps = [
  {
    icon: QrIcon,
    title: 'Create a code',
    text: 'A website, a contact, an event, an app: print it once and change it for years.',
    link: { to: '/codes/new' },
    action: 'Create a QR code',
  },
  {
    icon: Palette,
    title: 'Design it',
    text: 'Dots, eyes, colors, a logo. We test every design like a phone sees it, before you print it.',
    link: { to: '/templates' },
    action: 'See templates',
  },
  {
    icon: KeyRound,
    title: 'Use the API',
    text: 'Create and change codes from your own programs. Create a key and send your first request.',
    link: { to: '/settings/keys' },
    action: 'Create a key',
  },
] as const;

function FirstSteps() {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {steps.map(({ icon: Icon, title, text, link, action }, index) => (
        <div key={title} className="flex flex-col rounded-xl border border-line bg-surface p-6 shadow-xs">
          <Icon className="size-6 text-accent" aria-hidden />
          <h2 className="mt-4 text-base font-semibold">{title}</h2>
          <p className="mt-1 grow text-soft">{text}</p>
          <Link {...link} className={`${buttonClass(index === 0 ? 'primary' : 'plain')} mt-5 self-start`}>
            {action}
          </Link>
        </div>
      ))}
    </div>
  );
}
