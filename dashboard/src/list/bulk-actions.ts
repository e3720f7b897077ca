import { useState } from 'react';
import type { BulkChange } from '../api/types.ts';
import { runBulkChange } from '../history/run-bulk-change.ts';
import { plural } from '../ui/format.ts';
import { useAction } from '../ui/use-action.ts';

/** What a change of many codes did, so that it can be undone. */
export interface BulkResult {
  bulkId: string;
  words: string;
}

interface BulkOptions {
  /** After “12 codes ”, such as “moved”. */
  verb: string;
  onDone: (result: BulkResult) => void;
}

/** Changes many codes as one change, with progress. */
export function useBulkChange({ verb, onDone }: BulkOptions) {
  const [progress, setProgress] = useState<string | null>(null);
  const action = useAction({
    run: ({ qrIds, change }: { qrIds: string[]; change: Record<string, unknown> }) =>
      runBulkChange('/bulk-changes', { qr_ids: qrIds, change }, (done, total) =>
        setProgress(`${done} of ${total}`),
      ),
    stale: [['codes'], ['code'], ['usage'], ['projects'], ['changes'], ['tags']],
    onDone: (bulk) => {
      setProgress(null);
      onDone({ bulkId: bulk.bulk_id, words: resultWords(bulk, verb) });
    },
  });
  return { ...action, progress: action.isPending ? progress : null };
}

function resultWords({ done, failed, failures = [] }: BulkChange, verb: string): string {
  const first = failures[0]?.message;
  const changed = `${plural(done - failed, 'code')} ${verb}.`;
  return failed === 0 ? changed : `${changed} ${plural(failed, 'code')} could not be changed: ${first ?? ''}`;
}
