import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { type Range, topCodesQuery } from '../api/queries.ts';
import { codesQuery } from '../list/list-queries.ts';
import { Card } from '../ui/card.tsx';
import { formatNumber } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';

const refreshMs = 10_000;

/** The most scanned codes of a range, and the newest codes. */
export function TopCodes({ projectId, range }: { projectId: string; range: Range }) {
  const top = useQuery({ ...topCodesQuery(projectId, range), refetchInterval: refreshMs });
  const newest = useInfiniteQuery(codesQuery({ project: projectId }, 8));
  const items = newest.data?.pages[0]?.items ?? [];
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card
        title="Most scanned"
        hint={`In the selected period${top.data?.is_whole === false ? ', among the newest codes' : ''}`}
        bodyClass="p-3"
      >
        <QueryState query={top}>
          {({ items: codes }) => <CodeLinks codes={codes} empty="No scans in this period." />}
        </QueryState>
      </Card>
      <Card title="Newest" hint="With all their scans" bodyClass="p-3">
        <CodeLinks
          codes={items.map((code) => ({ ...code, scans: isStaticType(code.type) ? null : code.scan_count }))}
          empty="No codes yet."
        />
      </Card>
    </div>
  );
}

function CodeLinks({
  codes,
  empty,
}: {
  codes: { qr_id: string; label: string /** Null: it can't be counted. */; scans: number | null }[];
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
              {code.scans === null ? '–' : formatNumber(code.scans)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
