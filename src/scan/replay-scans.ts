import type pg from 'pg';
import { encodeGrantSql, insertNumbersSql } from '#core/ledger-record.ts';
import type { JournalRecord } from './journal-file.ts';

/** The events of a journal record, without codes that were erased meanwhile. */
const knownEvents =
  'events_of(array(select qr_id from scan_state where qr_id = any (qr_ids)), qr_ids, events)';

/**
 * Counts scans whose redirect left while PostgreSQL was away: without version and limit checks, and only batches that were not counted
 * before.
 */
const replayStatement = `
  with records as (
    select * from json_to_recordset($1) as record
      (batch_id uuid, recorded_on date, qr_ids uuid[], scans int[], versions bigint[], events json)),
  batches as (
    insert into scan_batches (batch_id, recorded_on, qr_ids, grants, events)
    select batch_id, recorded_on, qr_ids, (select array_agg(${encodeGrantSql('n', 'false')} order by place) from unnest(scans) with ordinality as s (n, place)), ${knownEvents}
    from records order by recorded_on, batch_id
    on conflict do nothing returning batch_id, recorded_on),
  entries as materialized (
    select batch_id, recorded_on, code.*, sum(code.scans) over (partition by qr_id order by recorded_on, batch_id) - code.scans as before
    from batches join records using (batch_id, recorded_on)
    cross join lateral unnest(qr_ids, scans, versions) with ordinality as code (qr_id, scans, version, place)),
  counts as (select qr_id, sum(scans)::bigint as scans from entries group by qr_id),
  locked as (
    select qr_id from scan_state where qr_id in (select qr_id from counts) order by qr_id for no key update),
  counted as (
    update scan_state s set scan_count = s.scan_count + counts.scans
    from counts join locked using (qr_id) where s.qr_id = counts.qr_id
    returning s.qr_id, s.scan_count - counts.scans as base),
  numbers as (${insertNumbersSql(`
    select batch_id, recorded_on, place, qr_id, (base + before + 1)::bigint as first_number, scans, version
    from entries join counted using (qr_id)`)})
  select batch_id from batches`;

export async function insertReplayed(pool: pg.Pool, records: JournalRecord[]): Promise<void> {
  const { rows } = await pool.query<{ batch_id: string }>(replayStatement, [JSON.stringify(records)]);
  const inserted = new Set(rows.map((row) => row.batch_id));
  for (const record of records) if (!inserted.has(record.batch_id)) await repairScanBatch(pool, record);
}

/** The batch was counted after all, but possibly without codes whose scans were then answered offline. */
async function repairScanBatch(
  pool: pg.Pool,
  { batch_id: id, recorded_on: day, qr_ids: qrIds, scans, versions = qrIds.map(() => null) }: JournalRecord,
): Promise<void> {
  await pool.query('select repair_scan_batch($1, $2, $3, $4, $5)', [id, day, qrIds, scans, versions]);
}
