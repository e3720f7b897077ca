import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Compass, Globe, PanelTop, Plus } from 'lucide-react';
import { AnalyticsView } from '../analytics/analytics-view.tsx';
import { ExportMenu } from '../analytics/export-menu.tsx';
import { RangePicker } from '../analytics/range-picker.tsx';
import { useRange } from '../analytics/use-range.ts';
import { projectsQuery } from '../api/queries.ts';
import type { Project } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { TopCodes } from './top-codes.tsx';

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
          <EmptyState icon={<Compass className="size-6" aria-hidden />} isPage title="Project not found">
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
          {project.has_custom_domain && <Badge tone="good">custom domain</Badge>}
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
          <Link to="/projects/$id/domain" params={{ id }} className={buttonClass()}>
            <Globe className="size-4" aria-hidden /> Domain
          </Link>
          <Link to="/projects/$id/pages" params={{ id }} className={buttonClass()}>
            <PanelTop className="size-4" aria-hidden /> Visitor pages
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
            The project is archived, so none of its codes works. Restore it to activate them again.
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <RangePicker search={search} />
          <ExportMenu id={id} name={project.name} range={range} />
        </div>
        <AnalyticsView
          id={id}
          range={range}
          refreshMs={refreshMs}
          empty={<p>Scans of its codes appear here.</p>}
        />
        <TopCodes projectId={id} range={range} />
      </div>
    </Page>
  );
}
