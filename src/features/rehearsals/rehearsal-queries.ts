import { sql } from 'kysely';
import type { LedgerEvent } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';
import { dayList } from '../partition-queries.ts';
import { type BatchKey, listPlaces, type ScanPlace } from '../scans/place-queries.ts';

export interface BatchEvents {
  batch_id: string;
  qr_ids: string[];
  events: LedgerEvent[];
}

/** Batches as they are stored, with the events of all their codes: faster than taking them apart in PostgreSQL. */
export async function listWholeBatches(db: Db, batches: readonly BatchKey[]): Promise<BatchEvents[]> {
  if (batches.length === 0) return [];
  const { rows } = await sql<BatchEvents>`
    select batch_id, qr_ids, events from scan_batches
    where recorded_on in (${dayList(batches.map(({ recordedOn }) => recordedOn))})
      and batch_id = any(${batches.map(({ batchId }) => batchId)}::uuid[])`.execute(db);
  return rows;
}

/** Each row has the places of many batches. A page is decided in one turn of the event loop. */
const rowsPerPage = 2;
const waitingPerPage = 200;

/** The next places of a code, in the order of their numbers. */
export async function listPlacesAfter(db: Db, qrId: string, after: number): Promise<ScanPlace[]> {
  const { rows } = await sql<{ first_number: number; days: string[]; batch_ids: string[]; scans: number[] }>`
    select first_number::float8, recorded_on::text[] as days, batch_ids::text[], scans from scan_places
    where qr_id = ${qrId} and last_number > ${after}::bigint order by last_number limit ${rowsPerPage}`.execute(
    db,
  );
  if (rows.length === 0)
    // Those that are not moved to their places yet.
    return db.transaction().execute((tx) => listPlaces(tx, qrId, after, waitingPerPage));
  const all = rows.flatMap(({ first_number: first, days, batch_ids: ids, scans }) => {
    let number = first;
    return ids.map((batchId, nth) => {
      const count = scans[nth] ?? 0;
      number += count;
      return { batchId, recordedOn: days[nth] ?? '', scans: count, firstNumber: number - count };
    });
  });
  return all.filter(({ firstNumber }) => firstNumber > after);
}

/** The last number of a code before a day. */
export async function findNumberBefore(db: Db, qrId: string, day: string): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    select coalesce(
      (select first_number - 1 from scan_places where qr_id = ${qrId} and ${day}::date <= any(recorded_on) order by last_number limit 1),
      (select max(last_number) from scan_places where qr_id = ${qrId}), 0)::float8 as before`.execute(db);
  return rows[0]?.before ?? 0;
}
