import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import type { BulkChange } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { useAction } from '../ui/use-action.ts';
import { runBulkChange } from './run-bulk-change.ts';

/** Undoes a change of many codes with one click. */
export function UndoBulk({ bulkId, onUndone }: { bulkId: string; onUndone?: () => void }) {
  const [progress, setProgress] = useState<string | null>(null);
  const bulk = useQuery({
    queryKey: ['bulk', bulkId],
    queryFn: () =>
      request<{ bulk_change: BulkChange & { is_reverted: boolean } }>(`/bulk-changes/${bulkId}`).then(
        ({ bulk_change }) => bulk_change,
      ),
  });
  const undo = useAction({
    run: () =>
      runBulkChange(`/bulk-changes/${bulkId}/revert`, {}, (done, total) =>
        setProgress(`${done} of ${total}`),
      ),
    stale: [['changes'], ['codes'], ['code'], ['usage'], ['projects'], ['bulk', bulkId]],
    done: ({ done, failed }) =>
      failed === 0
        ? `Undone for ${plural(done, 'code')}.`
        : `Undone for ${plural(done - failed, 'code')}. ${failed} were changed again meanwhile.`,
    onDone: () => onUndone?.(),
  });
  if (bulk.data === undefined || bulk.data.is_reverted) return null;
  return (
    <Button
      size="small"
      icon={<Undo2 className="size-4" aria-hidden />}
      isBusy={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {undo.isPending ? progress : 'Undo'}
    </Button>
  );
}
