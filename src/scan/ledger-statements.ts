import type pg from 'pg';
import { sqlState } from '#platform/postgres.ts';
import type { ScanBatch } from './scan-batch.ts';

/** The same few statements run all the time: planning each time would cost as much as running them. */
export const ledgerSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // Without an index, a plan looks so expensive that PostgreSQL would compile it.
  jit: 'off',
};

/** Events of scans that were not granted are not kept (D58): they exist only until the grants are known. */
export async function updateEvents(pool: pg.Pool, batch: ScanBatch, events: string): Promise<void> {
  await pool.query('update scan_batches set events = $3 where recorded_on = $1 and batch_id = $2', [
    batch.recordedOn,
    batch.batchId,
    events,
  ]);
}

/** An empty batch: it commits in the same table as scans, and counts nothing. */
export async function commitNothing(pool: pg.Pool, batchId: string, day: string): Promise<void> {
  const insert = () =>
    pool.query(
      `insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants) values ($1, $2, '[]', '{}', '{}')`,
      [batchId, day],
    );
  await insert().catch(async (error: unknown) => {
    if (!isPartitionMissing(error)) throw error;
    await makeScanPartition(pool, day);
    await insert();
  });
}

/** The day has no partition. A job creates it ahead; if that job has not run, we create it here. */
export function isPartitionMissing(error: unknown): boolean {
  return sqlState(error) === '23514';
}

export async function makeScanPartition(pool: pg.Pool, day: string): Promise<void> {
  await pool.query('select make_scan_partition($1)', [day]);
}
