import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '#features/database.ts';
import { eventColumns } from '../data/event-columns.ts';

/** Adds up the ledger by hand: every sum of the statistics must be the same. It takes as long as reading millions of events. */
export async function assertRollUps(db: Db, qrIds: string[]): Promise<void> {
  for (const [dimension, column] of Object.entries({ total: "''", ...eventColumns })) {
    const { rows: wrong } = await sql<{ wrong: number }>`
      with raw as (select qr_id, (scanned_at at time zone 'UTC')::date as day, coalesce(${sql.raw(column)}, '') as value, count(*) as scans
          from scan_events group by 1, 2, 3),
        rolled as (select subject_id as qr_id, day, value, scans from scan_days where dimension = ${dimension} and subject_id = any(${qrIds}::uuid[]))
      select count(*)::int as wrong from raw full join rolled using (qr_id, day, value) where raw.scans is distinct from rolled.scans`.execute(
      db,
    );
    assert.equal(wrong[0]?.wrong, 0, dimension);
  }
  const { rows: visitors } = await sql<{ wrong: number }>`
    with raw as (select qr_id, (scanned_at at time zone 'UTC')::date as day, count(distinct visitor) as visitors from scan_events group by 1, 2)
    select count(*)::int as wrong from raw join scan_days on subject_id = qr_id and dimension = 'total' and scan_days.day = raw.day
    where raw.visitors <> scan_days.visitors`.execute(db);
  assert.equal(visitors[0]?.wrong, 0);
  const { rows: slots } = await sql<{ wrong: number }>`select count(*)::int as wrong from scan_days
    where scans <> (select sum(slots[place]) from generate_series(2, cardinality(slots), 2) place)`.execute(
    db,
  );
  assert.equal(slots[0]?.wrong, 0);
}
