import type { Db } from '../database.ts';
import { deleteExpiredKeys } from './idempotency-queries.ts';

const batchRows = 500;
const batchesMax = 400;

/** Removes expired keys in small transactions; the next run continues. */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await deleteExpiredKeys(db, batchRows);
    removed += count;
    if (count < batchRows) break;
  }
  return removed;
}
