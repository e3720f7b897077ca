import { useInfiniteQuery } from '@tanstack/react-query';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { changesQuery } from '../api/queries.ts';
import { messageOf, request } from '../api/request.ts';
import type { Change } from '../api/types.ts';
import { useCode } from '../codes/use-code.ts';
import { PlannedList } from '../planned/planned-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAgo, formatDateTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { ChangeText } from './change-text.tsx';
import { isRevertible, wayWords } from './change-words.ts';

/** Who changed a code, with a way back. */
export function CodeHistoryPage() {
  const code = useCode();
  const history = useInfiniteQuery(changesQuery<Change>(`/qr-codes/${code.qr_id}/history`));
  const [reverting, setReverting] = useState<Change | null>(null);
  const revert = useAction({
    run: (change: Change) =>
      request(`/qr-codes/${code.qr_id}/revert`, { method: 'POST', body: { change_id: change.change_id } }),
    stale: [['changes'], ['code', code.qr_id], ['codes'], ['usage'], ['projects']],
    done: 'Reverted. The values from before the change are back.',
    onDone: () => setReverting(null),
  });
  const items = history.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-6">
      <PlannedList qrId={code.qr_id} />
      <Card
        title="History"
        hint="Every change of this code. Nobody can edit or delete it."
        bodyClass="p-2 sm:p-3"
      >
        {history.error && (
          <Notice tone="bad">
            {messageOf(history.error)}
            <Button size="small" className="mt-2" onClick={() => void history.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {history.data === undefined && !history.error && (
          <div role="status" className="h-40 animate-pulse rounded-xl bg-sunken">
            <span className="sr-only">Loading…</span>
          </div>
        )}
        {history.data !== undefined && items.length === 0 && (
          <EmptyState icon={<History className="size-6" aria-hidden />} title="No changes yet">
            <p>This code has not changed since Waypost records history.</p>
          </EmptyState>
        )}
        <ol className="divide-y divide-line">
          {items.map((change) => (
            <li key={change.change_id} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3">
              <div className="min-w-0 grow basis-72 text-[13px]">
                <p>
                  <span className="font-medium">{change.actor.name}</span>{' '}
                  <span className="text-soft">
                    {wayWords(change)} ·{' '}
                    <time dateTime={change.changed_at} title={formatDateTime(change.changed_at)}>
                      {formatAgo(change.changed_at)}
                    </time>
                  </span>
                </p>
                <div className="mt-0.5 text-soft">
                  <ChangeText change={change} />
                </div>
              </div>
              {isRevertible(change) && (
                <Button
                  size="small"
                  icon={<Undo2 className="size-4" aria-hidden />}
                  onClick={() => setReverting(change)}
                  aria-label={`Revert the change by ${change.actor.name} on ${formatDateTime(change.changed_at)}`}
                >
                  Revert
                </Button>
              )}
            </li>
          ))}
        </ol>
        {history.hasNextPage && (
          <div className="flex justify-center p-3">
            <Button isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
        <Confirm
          title="Revert this change?"
          action="Revert"
          isHarmless
          isOpen={reverting !== null}
          isBusy={revert.isPending}
          onConfirm={() => reverting && revert.mutate(reverting)}
          onClose={() => setReverting(null)}
        >
          <p>
            The values from before this change apply from the next scan on. The revert is a change too, so you
            can revert it as well.
          </p>
        </Confirm>
      </Card>
    </div>
  );
}
