import { sql } from 'kysely';
import type { DayTally, LedgerBatch, SeenVisitor } from '#core/analytics/tally-scans.ts';
import type { Db, Tx } from '../database.ts';

export interface OpenBatch extends LedgerBatch {
  recorded_on: string;
  batch_id: string;
}

/** Batches that nobody has rolled up, held until the transaction ends. */
export async function claimBatches(tx: Tx, rows: number): Promise<OpenBatch[]> {
  const { rows: batches } = await sql<OpenBatch>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events from scan_batches
    where not is_rolled_up order by recorded_on, batch_id limit ${rows} for update skip locked`.execute(tx);
  return batches;
}

/** The same without holding them, for whoever wants to know to the second. */
export async function listOpenBatches(db: Db, rows: number): Promise<OpenBatch[]> {
  const { rows: batches } = await sql<OpenBatch>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events from scan_batches
    where not is_rolled_up order by recorded_on, batch_id limit ${rows}`.execute(db);
  return batches;
}

export async function updateRolledUp(tx: Tx, batches: readonly OpenBatch[]): Promise<void> {
  await sql`update scan_batches batch set is_rolled_up = true
    from unnest(${batches.map(({ recorded_on }) => recorded_on)}::date[], ${batches.map(({ batch_id }) => batch_id)}::uuid[])
      as done (recorded_on, batch_id)
    where batch.recorded_on = done.recorded_on and batch.batch_id = done.batch_id`.execute(tx);
}

export async function listProjectsOf(db: Db, qrIds: string[]): Promise<Map<string, string>> {
  if (qrIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('qr_codes')
    .select(['qr_id', 'project_id'])
    .where('qr_id', 'in', qrIds)
    .execute();
  return new Map(rows.map(({ qr_id, project_id }) => [qr_id, project_id]));
}

/** In the order of their keys, since others may add to the same rows. */
export async function upsertDays(tx: Tx, days: DayTally[]): Promise<void> {
  const rows = days.map(({ subjectId, dimension, day, value, scans, slots }) => ({
    subject_id: subjectId,
    dimension,
    day,
    value,
    scans,
    slots: [...slots].sort(([a], [b]) => a - b).flat(),
  }));
  const recordset = sql`json_to_recordset(${JSON.stringify(rows)}) as item
    (subject_id uuid, dimension text, day date, value text, scans integer, slots integer[])`;
  await sql`insert into scan_days as known (subject_id, dimension, day, value, scans, slots)
    select subject_id, dimension, day, value, scans, slots from ${recordset} order by 1, 2, 3, 4
    on conflict (subject_id, dimension, day, value) do update
      set scans = known.scans + excluded.scans, slots = merge_slots(known.slots, excluded.slots)`.execute(tx);
  await sql`insert into scan_months as known (subject_id, dimension, month, value, scans)
    select subject_id, dimension, date_trunc('month', day)::date, value, sum(scans) from ${recordset} group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (subject_id, dimension, month, value) do update set scans = known.scans + excluded.scans`.execute(
    tx,
  );
}

/** Those who were not seen on their day before raise its number. */
export async function insertVisitors(tx: Tx, visitors: SeenVisitor[]): Promise<void> {
  const rows = visitors.map(({ subjectId, day, visitor }) => ({ subject_id: subjectId, day, visitor }));
  await sql`with seen as (
      insert into scan_visitors (day, subject_id, visitor)
      select day, subject_id, visitor from json_to_recordset(${JSON.stringify(rows)}) as item (subject_id uuid, day date, visitor text)
      order by 1, 2, 3 on conflict do nothing returning day, subject_id),
    counts as (select subject_id, day, count(*)::integer as visitors from seen group by subject_id, day)
    update scan_days known set visitors = known.visitors + counts.visitors from counts
    where known.subject_id = counts.subject_id and known.dimension = 'total' and known.day = counts.day and known.value = ''`.execute(
    tx,
  );
}

/** No scan of these days can arrive any more: a journal that is older is an accident. */
export async function deleteOldVisitors(db: Db): Promise<void> {
  await sql`delete from scan_visitors where day < (now() at time zone 'UTC')::date - 3`.execute(db);
}
