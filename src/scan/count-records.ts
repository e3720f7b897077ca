import type pg from 'pg';
import { isDamage, isOwnMistake } from '#platform/postgres.ts';
import type { JournalRecord } from './journal-file.ts';
import { isPartitionMissing, makeScanPartition } from './ledger-statements.ts';
import { insertReplayed } from './replay-scans.ts';

/** Counts journalled scans, each record once however often it is tried. */
export async function countRecords(pool: pg.Pool, records: JournalRecord[]): Promise<void> {
  try {
    await insertReplayed(pool, records);
  } catch (error) {
    if (isPartitionMissing(error)) {
      for (const day of new Set(records.map((record) => record.recorded_on)))
        await makeScanPartition(pool, day);
      await insertReplayed(pool, records);
    } else if ((isDamage(error) || isOwnMistake(error)) && records.length > 1)
      await countApart(pool, records);
    else throw error;
  }
}

/** What can't be counted, such as a code on a damaged page, stays in the journal and doesn't keep the others there. */
async function countApart(pool: pg.Pool, records: JournalRecord[]): Promise<void> {
  const middle = records.length >> 1;
  const halves = [records.slice(0, middle), records.slice(middle)];
  const results: PromiseSettledResult<void>[] = [];
  for (const half of halves) results.push(...(await Promise.allSettled([countRecords(pool, half)])));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
