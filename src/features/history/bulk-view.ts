import { formatIdentifier } from '#core/identifier.ts';
import type { BulkRow } from './bulk-queries.ts';

/** A response names at most this many codes that could not be changed. */
const failuresShown = 100;

export function bulkView(bulk: BulkRow) {
  return {
    bulk_id: formatIdentifier('blk', bulk.bulk_id),
    change: bulk.change,
    reverts: bulk.reverts_id && formatIdentifier('blk', bulk.reverts_id),
    total: bulk.qr_ids.length,
    done: bulk.done,
    failed: bulk.failures.length,
    failures: bulk.failures.slice(0, failuresShown),
    is_reverted: bulk.is_reverted,
    created_at: bulk.created_at.toISOString(),
    finished_at: bulk.finished_at?.toISOString() ?? null,
  };
}
