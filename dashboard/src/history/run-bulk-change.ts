import { request } from '../api/request.ts';
import type { BulkChange } from '../api/types.ts';

interface Answer {
  bulk_change: BulkChange;
}

/** Carries a change of many codes out, step by step. If this page is closed, the audit log offers to undo it. */
export async function runBulkChange(
  path: string,
  body: unknown,
  onProgress: (done: number, total: number) => void,
): Promise<BulkChange> {
  let { bulk_change: bulk } = await request<Answer>(path, { method: 'POST', body });
  while (bulk.finished_at === null) {
    onProgress(bulk.done, bulk.total);
    ({ bulk_change: bulk } = await request<Answer>(`/bulk-changes/${bulk.bulk_id}/continue`, {
      method: 'POST',
      body: {},
    }));
  }
  onProgress(bulk.done, bulk.total);
  return bulk;
}
