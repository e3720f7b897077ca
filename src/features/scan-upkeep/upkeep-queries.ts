import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Creates missing partitions from yesterday on; returns how many. */
export async function makeScanPartitions(db: Db, daysAhead: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*) filter (where is_new)::int as made from (
      select make_scan_partition((now() at time zone 'UTC')::date + ahead) as is_new
      from generate_series(-1, ${daysAhead}::int) ahead) days`.execute(db);
  return rows[0]?.made ?? 0;
}

/** Partitions that are older than the retention, oldest first. */
export async function listOldDays(db: Db, retentionDays: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with partitions as materialized (
      select child.relname::text as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent in (to_regclass('scan_batches'), to_regclass('scan_numbers')))
    select distinct to_char(to_date(right(name, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day from partitions
    where to_date(right(name, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - ${retentionDays}::int
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** False: a scan of the day is not rolled up. */
export async function dropScanPartition(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ is_dropped: boolean }>`
    select drop_scan_partition(${day}::date) as is_dropped`.execute(tx);
  return rows[0]?.is_dropped ?? false;
}

/** Removes the salts of past days: from then on nobody can identify their visitors. */
export async function deleteOldSalts(db: Db): Promise<void> {
  await sql`delete from visitor_salts where day < (now() at time zone 'UTC')::date`.execute(db);
}

/** Whether an endpoint of some account receives scans (webhooks). */
export async function hasScanReceivers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from scan_receivers where endpoints > 0) as has`.execute(db);
  return rows[0]?.has ?? false;
}
