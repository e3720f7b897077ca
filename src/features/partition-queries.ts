import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Tables with a partition per day, which is named after it. */
export type DailyTable = 'events' | 'scan_batches' | 'scan_numbers';

/** The days of a table, oldest first, as `YYYY-MM-DD`. */
export async function listPartitionDays(db: Db, table: DailyTable): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(to_date(right(child.relname::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = ${table}::regclass order by day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** For `in (…)`: the days are written into the statement, so that it plans and locks only their partitions. */
export function dayList(days: Iterable<string>): RawBuilder<unknown> {
  return sql.join([...new Set(days)].map((day) => sql`${sql.lit(day)}::date`));
}
