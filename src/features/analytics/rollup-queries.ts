import { sql } from 'kysely';
import type { Dimension } from '#core/analytics/dimension.ts';
import type { DayTally, SeenVisitor } from '#core/analytics/tally-scans.ts';
import type { LedgerBatch } from '#core/ledger-record.ts';
import type { Db, Tx } from '../database.ts';

/** Maximum number of codes of a project to look for in batches that are not rolled up. */
const codesMax = 10_000;
/** How long visitors of a day are distinguished. */
const visitorDays = 3;

export interface OpenBatch extends LedgerBatch {
  recorded_on: string;
  batch_id: string;
}

/** Batches that are not rolled up, locked until the transaction ends: at most this many scans, and none that its writer may still correct. */
export async function claimBatches(tx: Tx, { rows, events, ageSeconds }: ClaimBounds): Promise<OpenBatch[]> {
  const { rows: batches } = await sql<OpenBatch>`
    with claimed as (
      select recorded_on, batch_id, qr_ids, grants, events from scan_batches
      where not is_rolled_up and recorded_at <= now() - ${ageSeconds}::int * interval '1 second'
      order by recorded_on, batch_id limit ${rows} for update skip locked),
    summed as (
      select *, sum(json_array_length(events)) over (order by recorded_on, batch_id) - json_array_length(events) as before from claimed)
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events from summed
    where before < ${events} order by recorded_on, batch_id`.execute(tx);
  return batches;
}

/** The batches of a ledger server in transfer to the first one. */
export async function listRollingBatches(server: Db, transferId: string): Promise<OpenBatch[]> {
  const { rows } = await sql<OpenBatch>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants, events
    from ledger_transfers cross join lateral unnest(days, batch_ids) as rolling (recorded_on, batch_id)
      join scan_batches using (recorded_on, batch_id)
    where kind = 'roll_up' and transfer_id = ${transferId} and not is_rolled_up order by recorded_on, batch_id`.execute(
    server,
  );
  return rows;
}

export interface ClaimBounds {
  rows: number;
  events: number;
  ageSeconds: number;
}

/** The code itself, or the codes of a project, also those that have left it; null if they are too many to look for in batches. */
export async function listCodesOf(db: Db, subjectId: string): Promise<string[] | null> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from qr_codes where qr_id = ${subjectId} or project_id = ${subjectId}
    union select qr_id from code_moves where from_project_id = ${subjectId} limit ${codesMax + 1}`.execute(
    db,
  );
  return rows.length > codesMax ? null : rows.map(({ qr_id }) => qr_id);
}

/** All codes of a project, also those that have left it. */
export async function listCodesIn(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from qr_codes where project_id = ${projectId}
    union select qr_id from code_moves where from_project_id = ${projectId} order by qr_id`.execute(db);
  return rows.map(({ qr_id }) => qr_id);
}

/** Batches of codes that are not rolled up, on one server; null if it is too much to read. */
export async function listOpenBatches(
  db: Db,
  qrIds: string[],
  bounds: { rows: number; events: number },
): Promise<OpenBatch[] | null> {
  const { rows: batches } = await sql<OpenBatch>`
    with codes as materialized (select ${qrIds}::uuid[] as ids),
    open as (
      select recorded_on, batch_id, qr_ids, grants, events from scan_batches
      where not is_rolled_up and qr_ids && (select ids from codes) limit ${bounds.rows + 1})
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids, grants,
      events_of((select ids from codes), qr_ids, events) as events
    from open`.execute(db);
  const events = batches.reduce((sum, { events: own }) => sum + own.length, 0);
  return batches.length > bounds.rows || events > bounds.events ? null : batches;
}

/** The time of the oldest scan that is not rolled up on this server, or null. */
export async function findOldestOpenScan(db: Db): Promise<number | null> {
  const { rows } = await sql<{ oldest: number | null }>`
    select min((event ->> 2)::bigint) as oldest
    from (select events from scan_batches where not is_rolled_up order by recorded_on, batch_id limit 2000) oldest_batches
      cross join lateral json_array_elements(events) as event`.execute(db);
  return rows[0]?.oldest ?? null;
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
    .where(sql<boolean>`qr_id = any(${qrIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ qr_id, project_id }) => [qr_id, project_id]));
}

/** In key order, because other transactions may add to the same rows. */
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

/** Counts each visitor's first scan of the day. */
export async function insertVisitors(tx: Tx, visitors: SeenVisitor[]): Promise<void> {
  const rows = visitors.map(({ subjectId, day, visitor }) => ({ subject_id: subjectId, day, visitor }));
  await sql`with seen as (
      insert into scan_visitors (day, subject_id, visitor)
      select day, subject_id, visitor from json_to_recordset(${JSON.stringify(rows)}) as item (subject_id uuid, day date, visitor text)
      where day >= (now() at time zone 'UTC')::date - ${visitorDays}::int
      order by 1, 2, 3 on conflict do nothing returning day, subject_id),
    counts as (select subject_id, day, count(*)::integer as visitors from seen group by subject_id, day)
    update scan_days known set visitors = known.visitors + counts.visitors from counts
    where known.subject_id = counts.subject_id and known.dimension = 'total' and known.day = counts.day and known.value = ''`.execute(
    tx,
  );
}

/** Forgets the visitors of past days: a late scan of such a day counts, but not as a visitor. */
export async function deleteOldVisitors(db: Db): Promise<void> {
  for (let page = 0; page < 20; page++) {
    const { numAffectedRows } = await sql`delete from scan_visitors where ctid = any(array(
      select ctid from scan_visitors where day < (now() at time zone 'UTC')::date - ${visitorDays}::int limit 50000))`.execute(
      db,
    );
    if (numAffectedRows === 0n) return;
  }
}

/** The existing values of each of these days. */
export async function listValuesOf(
  tx: Tx,
  dimension: Dimension,
  subjects: { subjectId: string; day: string }[],
): Promise<{ subject_id: string; day: string; value: string }[]> {
  const { rows } = await sql<{ subject_id: string; day: string; value: string }>`
    select subject_id, to_char(known.day, 'YYYY-MM-DD') as day, value
    from unnest(${subjects.map(({ subjectId }) => subjectId)}::uuid[], ${subjects.map(({ day }) => day)}::date[]) as wanted (subject_id, day)
      join scan_days known using (subject_id, day) where dimension = ${dimension}`.execute(tx);
  return rows;
}
