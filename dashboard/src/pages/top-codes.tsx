import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isStaticType } from '#core/qr-content/content-field.ts';
import type { QrType } from '#core/qr-type.ts';
import { codesQuery, topCodesQuery } from '../api/queries.ts';
import { Card } from '../ui/card.tsx';
import { formatNumber } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';

const refreshMs = 10_000;

/** The most scanned and the newest codes. */
export function TopCodes({ projectId }: { projectId: string }) {
  const top = useQuery({ ...topCodesQuery(projectId), refetchInterval: refreshMs });
  const newest = useInfiniteQuery(codesQuery({ project: projectId }, 8));
  const items = newest.data?.pages[0]?.items ?? [];
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="Most scanned" hint="All time" bodyClass="p-3">
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
