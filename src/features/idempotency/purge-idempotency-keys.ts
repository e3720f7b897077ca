import type { Db } from '../database.ts';
import { deleteExpiredKeys } from './idempotency-queries.ts';

const batchRows = 500;
const batchesMax = 400;

/** Removes what has expired, in small transactions; what a run leaves, the next one takes. */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await deleteExpiredKeys(db, batchRows);
    removed += count;
    if (count < batchRows) break;
  }
  return removed;
}
