import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { dayList, listPartitionDays } from '../partition-queries.ts';
import { placedBatches, waitingBatches } from './placed-batches.ts';

/** Consecutive scans of one code in one batch. */
export interface ScanPlace {
  firstNumber: number;
  scans: number;
  recordedOn: string;
  batchId: string;
}

interface PlaceRow {
  first_number: number;
  scans: number;
  recorded_on: string;
  batch_id: string;
}

/** The oldest day whose batches are kept on the first server. */
export async function findOldestDay(db: Db): Promise<string> {
  const [oldest = '0001-01-01'] = await listPartitionDays(db, 'scan_batches');
  return oldest;
}

/**
 * The oldest number of a code that is kept; the next one if none is. The scans around a midnight are numbered on the day after: their numbers
 * are kept for a day longer than their batches.
 */
export async function findOldestNumber(tx: Tx, qrId: string): Promise<number> {
  const day = await findOldestDay(tx);
  const oldest = sql`
    select * from scan_places where qr_id = ${qrId} and ${day}::date <= any(recorded_on) order by last_number limit 1`;
  const { rows } = await sql<{ oldest: number }>`
    select least(
      (select min(first_number) from (${placedBatches(oldest)}) kept where recorded_on >= ${day}::date),
      (select min(first_numbers[array_position(qr_ids, ${qrId})]) from scan_numbers
        where ${qrId} = any(qr_ids) and recorded_on >= ${day}::date),
      (select scan_count + 1 from scan_state where qr_id = ${qrId}))::bigint as oldest`.execute(tx);
  return Number(rows[0]?.oldest ?? 1);
}

/** Where the next scans of a code are, in the order of their numbers and without gaps. What is not moved to `scan_places` yet is read too. */
export async function listPlaces(
  tx: Tx,
  qrId: string,
  afterNumber: number,
  limit: number,
): Promise<ScanPlace[]> {
  const kept = sql`
    select * from scan_places where qr_id = ${qrId} and last_number > ${afterNumber}::bigint order by last_number limit ${limit}`;
  const { rows } = await sql<PlaceRow>`
    select first_number, scans, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id from (
      ${placedBatches(kept)} union all
      ${waitingBatches(sql`${qrId} = any(numbered.qr_ids) and code.qr_id = ${qrId}`)}) places
    where first_number + scans > ${afterNumber}::bigint + 1 order by first_number limit ${limit}`.execute(tx);
  return withoutGaps(rows.map(placeOf));
}

function placeOf({ first_number, scans, recorded_on, batch_id }: PlaceRow): ScanPlace {
  return { firstNumber: first_number, scans, recordedOn: recorded_on, batchId: batch_id };
}

export interface NumberRange {
  qrId: string;
  firstNumber: number;
  lastNumber: number;
}

/** Where the scans of many codes are. One range per code. */
export async function listPlacesInRanges(
  tx: Tx,
  ranges: readonly NumberRange[],
): Promise<(ScanPlace & { qrId: string })[]> {
  const qrIds = ranges.map(({ qrId }) => qrId);
  const wanted = sql`unnest(${qrIds}::uuid[], ${ranges.map(({ firstNumber }) => firstNumber)}::bigint[],
    ${ranges.map(({ lastNumber }) => lastNumber)}::bigint[]) as wanted (qr_id, first_number, last_number)`;
  const kept = sql`
    select kept.* from ${wanted} cross join lateral (
      select * from scan_places where scan_places.qr_id = wanted.qr_id and scan_places.last_number >= wanted.first_number
      order by last_number limit (wanted.last_number - wanted.first_number + 1)) kept
    where kept.first_number <= wanted.last_number`;
  const { rows } = await sql<PlaceRow & { qr_id: string }>`
    select places.qr_id, places.first_number, places.scans, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id
    from (${placedBatches(kept)} union all
      ${waitingBatches(sql`numbered.qr_ids && ${qrIds}::uuid[] and code.qr_id = any(${qrIds}::uuid[])`)}) places
      join ${wanted} using (qr_id)
    where places.first_number <= wanted.last_number and places.first_number + places.scans > wanted.first_number`.execute(
    tx,
  );
  return rows.map((row) => ({ qrId: row.qr_id, ...placeOf(row) }));
}

/** The limit can cut off places in the middle that the next page has. */
function withoutGaps(places: ScanPlace[]): ScanPlace[] {
  const gap = places.findIndex(({ firstNumber }, at) => {
    const before = places[at - 1];
    return before !== undefined && before.firstNumber + before.scans !== firstNumber;
  });
  return gap === -1 ? places : places.slice(0, gap);
}

export interface BatchKey {
  recordedOn: string;
  batchId: string;
}

/** Events of some codes in batches of one server. */
export async function listBatchEvents(
  db: Db,
  qrIds: string[],
  batches: readonly BatchKey[],
): Promise<{ batch_id: string; qr_ids: string[]; events: unknown }[]> {
  if (batches.length === 0) return [];
  const { rows } = await sql<{ batch_id: string; qr_ids: string[]; events: unknown }>`
    select batch_id, qr_ids, events_of(${qrIds}::uuid[], qr_ids, events) as events from scan_batches
    where recorded_on in (${dayList(batches.map(({ recordedOn }) => recordedOn))}) and batch_id = any(${batches.map(({ batchId }) => batchId)}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Scans are numbered within seconds, but those of a journal when it is replayed. */
const daysLater = 7;

/** The first number that a batch gave to a code, by `batch code`. A batch that was numbered more than a week later has none here. */
export async function listFirstNumbers(
  db: Db,
  day: string,
  qrIds: string[],
  batchIds: string[],
): Promise<Map<string, number>> {
  const isNear = sql`numbered_on between ${day}::date - 1 and ${day}::date + ${daysLater}::int`;
  const kept = sql`
    select * from scan_places where qr_id = any(${qrIds}::uuid[]) and ${isNear} and batch_ids && ${batchIds}::uuid[]`;
  const { rows } = await sql<{ batch_id: string; qr_id: string; first_number: number }>`
    select batch_id, qr_id, first_number::float8 from (
      ${placedBatches(kept)} union all
      ${waitingBatches(sql`${isNear} and numbered.batch_id = any(${batchIds}::uuid[])`)}) numbers
    where batch_id = any(${batchIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ batch_id, qr_id, first_number }) => [`${batch_id} ${qr_id}`, first_number]));
}
