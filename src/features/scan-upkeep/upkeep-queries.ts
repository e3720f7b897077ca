import { sql } from 'kysely';
import { isLockTimeout, politeLockWaitMs } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';

/** Makes the partitions that are missing from yesterday on; returns how many. */
export async function makeScanPartitions(db: Db, daysAhead: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*) filter (where is_new)::int as made from (
      select make_scan_partition((now() at time zone 'UTC')::date + ahead) as is_new
      from generate_series(-1, ${daysAhead}::int) ahead) days`.execute(db);
  return rows[0]?.made ?? 0;
}

/** Days of the ledger that are older than the retention, oldest first. */
export async function listOldPartitions(db: Db, retentionDays: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with partitions as materialized (
      select child.relname::text as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'scan_batches'::regclass)
    select name from partitions
    where to_date(right(name, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - ${retentionDays}::int
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether every scan of a day is in the roll-ups. */
export async function isPartitionRolledUp(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_done: boolean }>`
    select not exists (select from scan_batches
      where recorded_on = to_date(${name.slice(-8)}, 'YYYYMMDD') and not is_rolled_up) as is_done`.execute(
    db,
  );
  return rows[0]?.is_done === true;
}

/** False: somebody held the ledger for longer than we wait, or a scan of the day is not rolled up. Scans wait behind us meanwhile. */
export async function tryDropScanPartition(db: Db, name: string): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(politeLockWaitMs)}`.execute(tx);
      return dropScanPartition(tx, name);
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** The owner's function, because a process with a role of its own owns no table. */
async function dropScanPartition(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regprocedure('drop_scan_partition(date)') is not null as exists`.execute(tx);
  if (rows[0]?.exists) {
    const { rows: results } = await sql<{ is_dropped: boolean }>`
      select drop_scan_partition(to_date(${name.slice(-8)}, 'YYYYMMDD')) as is_dropped`.execute(tx);
    return results[0]?.is_dropped === true;
  }
  // The schema of the release before has no such function where there are no roles.
  await sql`alter table scan_batches detach partition ${sql.table(name)}`.execute(tx);
  await sql`drop table ${sql.table(name)}`.execute(tx);
  return true;
}

/** The salt of a day that is over: from then on nobody can tell who its visitors were. */
export async function deleteOldSalts(db: Db): Promise<void> {
  await sql`delete from visitor_salts where day < (now() at time zone 'UTC')::date`.execute(db);
}
