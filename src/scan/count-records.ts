import type pg from 'pg';
import { isDamage, isOwnMistake } from '#platform/postgres.ts';
import type { JournalRecord } from './journal-file.ts';
import { LedgerServerAway } from './ledger-server-away.ts';
import { isPartitionMissing, makeScanPartition } from './ledger-statements.ts';
import { insertReplayedElsewhere } from './replay-elsewhere.ts';
import { insertReplayed } from './replay-scans.ts';

/** The ledger server with an ID; undefined if it is away or unknown. */
export type FindLedgerPool = (serverId: string) => pg.Pool | undefined;

/** Counts scans from a journal, each record once, however often it is tried. */
export async function countRecords(
  first: pg.Pool,
  records: JournalRecord[],
  findPool: FindLedgerPool,
): Promise<void> {
  let away: string | null = null;
  for (const [serverId, own] of Map.groupBy(records, ({ server_id: id }) => id)) {
    const pool = serverId === undefined || (await isForgotten(first, serverId)) ? first : findPool(serverId);
    if (pool === undefined) away = serverId ?? null;
    else if (pool === first) await insertEach(first, own, (some) => insertReplayed(first, some));
    else await insertEach(pool, own, (some) => insertReplayedElsewhere(first, pool, some));
  }
  if (away !== null) throw new LedgerServerAway(`the ledger server ${away} is away`);
}

/** An operator has given the server up and its counts are lost, so the first server counts the scans. */
async function isForgotten(first: pg.Pool, serverId: string): Promise<boolean> {
  const { rows } = await first.query('select from ledger_servers where server_id = $1', [serverId]);
  return rows.length === 0;
}

type Insert = (records: JournalRecord[]) => Promise<void>;

async function insertEach(pool: pg.Pool, records: JournalRecord[], insert: Insert): Promise<void> {
  try {
    await insert(records);
  } catch (error) {
    if (isPartitionMissing(error)) {
      for (const day of new Set(records.map((record) => record.recorded_on)))
        await makeScanPartition(pool, day);
      await insert(records);
    } else if ((isDamage(error) || isOwnMistake(error)) && records.length > 1)
      await insertApart(pool, records, insert);
    else throw error;
  }
}

/** A scan that can't be counted, for example of a code on a damaged page, stays in the journal without blocking the others. */
async function insertApart(pool: pg.Pool, records: JournalRecord[], insert: Insert): Promise<void> {
  const middle = records.length >> 1;
  const halves = [records.slice(0, middle), records.slice(middle)];
  const results: PromiseSettledResult<void>[] = [];
  for (const half of halves) results.push(...(await Promise.allSettled([insertEach(pool, half, insert)])));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
