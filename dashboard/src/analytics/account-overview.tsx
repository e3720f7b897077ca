import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { accountAnalyticsQuery, type Range } from '../api/queries.ts';
import type { AccountAnalytics } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatNumber } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { comparedMax } from './compared.ts';
import { TrendChart } from './trend-chart.tsx';

const refreshMs = 30_000;

/** Scans of all projects together, and of each of them. */
export function AccountOverview({ range }: { range: Range }) {
  const analytics = useQuery({ ...accountAnalyticsQuery(range), refetchInterval: refreshMs });
  return (
    <QueryState query={analytics} height="h-96">
      {(data) => (
        <div className="space-y-6">
          <Card title={`${formatNumber(data.scans)} scans in all projects`} hint={hintOf(data)}>
            <TrendChart data={data} />
          </Card>
          <ProjectTable data={data} />
        </div>
      )}
    </QueryState>
  );
}

function hintOf({ previousScans, is_whole }: AccountAnalytics): string {
  return [
    'Updated within a minute.',
    ...(previousScans > 0 ? [`Dashed line: previous period, ${formatNumber(previousScans)} scans.`] : []),
    ...(is_whole ? [] : ['Only the newest projects are included. Choose a shorter period to include more.']),
  ].join(' ');
}

function ProjectTable({ data: { projects } }: { data: AccountAnalytics }) {
  const compared = projects.slice(0, comparedMax).map(({ project_id }) => project_id);
  return (
    <Card
      title="Projects"
      bodyClass="p-0"
      action={
        projects.length > 1 && (
          <Link to="/compare" search={{ ids: compared.join(',') }} className={buttonClass('plain', 'small')}>
            <GitCompareArrows className="size-4" aria-hidden /> Compare
          </Link>
        )
      }
    >
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-[13px] text-soft">
            <tr className="border-b border-line">
              <th className="px-5 py-2.5 font-medium">Project</th>
              <th className="px-5 py-2.5 text-right font-medium">Scans</th>
              <th className="px-5 py-2.5 text-right font-medium">Previous period</th>
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <tr key={project.project_id} className="border-b border-line last:border-0">
                <td className="px-5 py-2.5">
                  <Link
                    to="/projects/$id"
                    params={{ id: project.project_id }}
                    className="font-medium hover:underline"
                  >
                    {project.name}
                  </Link>{' '}
                  {project.is_archived && <Badge tone="warn">archived</Badge>}
                </td>
                <td className="px-5 py-2.5 text-right tabular-nums">{formatNumber(project.scans)}</td>
                <td className="px-5 py-2.5 text-right text-soft tabular-nums">
                  {formatNumber(project.previous_scans)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
