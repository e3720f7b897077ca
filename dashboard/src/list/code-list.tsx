import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QrCode as QrIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { messageOf, request } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { BulkResult } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CodeRow } from './code-row.tsx';
import { type CodeFilter, filterQuery, isNarrowed } from './list-filter.ts';
import { codesQuery, totalQuery } from './list-queries.ts';

interface CodeListProps {
  filter: CodeFilter;
  onResult: (result: BulkResult) => void;
}

export function CodeList({ filter, onResult }: CodeListProps) {
  const codes = useInfiniteQuery(codesQuery(filter));
  const total = useQuery(totalQuery(filter));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const items = codes.data?.pages.flatMap((page) => page.items) ?? [];
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const chooseAll = useAction({
    run: () => request<{ qr_ids: string[]; is_complete: boolean }>(`/qr-codes/ids?${filterQuery(filter)}`),
    done: ({ qr_ids, is_complete }) =>
      is_complete
        ? undefined
        : `The first ${formatNumber(qr_ids.length)} codes are chosen. More can’t be changed at once.`,
    onDone: ({ qr_ids }) => setChosen(new Set(qr_ids)),
  });
  if (codes.data === undefined)
    return codes.error ? (
      <Notice tone="bad">
        {messageOf(codes.error)}
        <Button size="small" className="mt-2" onClick={() => void codes.refetch()}>
          Try again
        </Button>
      </Notice>
    ) : (
      <div role="status" aria-label="Loading" className="h-96 animate-pulse rounded-xl bg-sunken" />
    );
  if (items.length === 0 && !codes.hasNextPage) return <NoCodes isFiltered={isNarrowed(filter)} />;
  const areShownChosen = items.length > 0 && items.every(({ qr_id }) => chosen.has(qr_id));
  const most = total.data?.codes ?? 0;
  return (
    <>
      {codes.data.pages.some(({ is_complete }) => !is_complete) && (
        <Notice tone="warn" className="mb-4">
          This list is being prepared after an upgrade. Some codes are still missing.
        </Notice>
      )}
      <BulkBar
        qrIds={[...chosen]}
        items={items.filter(({ qr_id }) => chosen.has(qr_id))}
        onClear={() => setChosen(new Set())}
        onResult={onResult}
      />
      <div className="rounded-xl border border-line bg-surface shadow-xs">
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-[13px] text-soft">
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              checked={areShownChosen}
              onChange={() =>
                setChosen(
                  areShownChosen ? new Set() : new Set([...chosen, ...items.map(({ qr_id }) => qr_id)]),
                )
              }
              className="size-5 accent-accent sm:size-4"
            />
            {areShownChosen ? plural(chosen.size, 'code') : 'Choose all shown'}
            {areShownChosen && ' chosen'}
          </label>
          {areShownChosen && chosen.size < most && (
            <Button size="small" look="quiet" isBusy={chooseAll.isPending} onClick={() => chooseAll.mutate()}>
              Choose all {total.data?.is_exact === true ? formatNumber(most) : ''} codes of this list
            </Button>
          )}
        </div>
        <ul className="divide-y divide-line">
          {items.map((code) => (
            <CodeRow
              key={code.qr_id}
              code={code}
              filter={filter}
              isChosen={chosen.has(code.qr_id)}
              onToggle={() => toggle(code.qr_id)}
            />
          ))}
        </ul>
      </div>
      {codes.error && (
        <Notice tone="bad" className="mt-4">
          {messageOf(codes.error)}
        </Notice>
      )}
      {codes.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button isBusy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function NoCodes({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="rounded-xl border border-line bg-surface">
      {isFiltered ? (
        <EmptyState icon={<Search className="size-6" aria-hidden />} title="No matching codes">
          <p>Try other words or remove filters.</p>
        </EmptyState>
      ) : (
        <EmptyState
          icon={<QrIcon className="size-6" aria-hidden />}
          title="Create your first code"
          action={
            <Link to="/codes/new" className={buttonClass('primary')}>
              Create a QR code
            </Link>
          }
        >
          <p>
            Print it once. Change the destination at any time, add limits and schedules, and watch every scan
            arrive.
          </p>
        </EmptyState>
      )}
    </div>
  );
}
