import type pg from 'pg';
import { codesPerRow, encodeGrant, type Grant, staleGrant } from '#core/ledger-record.ts';
import { BelievedCodes, believed, isOwnerFresh, literal } from './believed-codes.ts';
import { insertOnce, readGrants } from './insert-once.ts';
import type { ScanBatch } from './scan-batch.ts';

/** Whether the versions in a table are exactly those that were served. The IDs are sorted, so one comparison answers for all. */
const isUnchanged = (table: string, key: string, ids: string, versions: string, condition = 'true') => `
  array(select version from ${table} where ${key} = any (${ids}::uuid[]) and ${condition} order by ${key}) = ${versions}::bigint[]`;

/**
 * A table lock, which PostgreSQL takes before the snapshot: whoever has waited at the gate knows that every append either is visible or sees
 * what was committed before.
 */
const gate = 'gate as (insert into scan_gate select 1 where false)';

/**
 * Counts scans of codes without a limit by inserting rows, without touching the row of any code (docs/adr/0019-counting-by-appending.md).
 * This is the usual case: nothing has changed, and all codes fit one row. Otherwise it writes nothing, and `appendStatement` follows under
 * the same ID: a statement that knows what to do with changed codes takes so long to set up that a batch of 32 costs a fifth more.
 */
const appendUnchanged = {
  name: 'append-unchanged',
  text: `
    with ${gate},
    batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
      select $8, $9, $10, $1, $11
      where ${isUnchanged('scan_state', 'qr_id', '$1', '$3', 'scan_limit is null')}
        and ${isUnchanged('projects', 'project_id', '$4', '$5')}
        and ${isUnchanged('accounts', 'account_id', '$6', '$7')}
      returning 1),
    opened as (
      insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
      select $9, $8, $1, $2::int[], $3::bigint[] from batch)
    select '' as grants from batch`,
};

/** The same for any batch. It is written even if all of it is stale, so that its ID decides every retry. */
const appendStatement = {
  name: 'append-scans',
  text: `
    with ${gate},
    verdict as materialized (
      -- Null if all are fresh, otherwise 1 or 0 per code.
      select case when ${isUnchanged('scan_state', 'qr_id', '$1', '$3', 'scan_limit is null')}
          and ${isUnchanged('projects', 'project_id', '$6', '$7')}
          and ${isUnchanged('accounts', 'account_id', '$8', '$9')} then null
        else array(
          select (${isOwnerFresh} and exists (
            select from scan_state s where s.qr_id = b.qr_id and s.version = b.version and s.scan_limit is null))::int
          from (${believed}) b order by place) end as fresh),
    batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
      select $10, $11, $12, $1, case when fresh is null then $13 else (
        select array_agg(case is_fresh when 1 then granted else ${staleGrant} end order by place)
        from unnest(fresh, $13::int[]) with ordinality as code (is_fresh, granted, place)) end
      from verdict returning grants),
    opened as (
      insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
      select $11, $10, ($1::uuid[])[at : at + ${codesPerRow - 1}], scans[at : at + ${codesPerRow - 1}],
        ($3::bigint[])[at : at + ${codesPerRow - 1}]
      from (select case when fresh is null then $2 else (
          select array_agg(is_fresh * asked order by place)
          from unnest(fresh, $2::int[]) with ordinality as code (is_fresh, asked, place)) end as scans
        from verdict) counted, generate_series(1, cardinality($1::uuid[]), ${codesPerRow}) at
      where 0 < any (scans[at : at + ${codesPerRow - 1}]))
    select case when fresh is null then '' else array_to_string(grants, ',') end as grants from verdict, batch`,
};

/** The codes of the batch must be in the order of their IDs. */
export async function appendScans(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const all = batch.codes.map(({ scans }) => ({
    isStale: false,
    isUnsettled: false,
    counted: scans,
    isFull: false,
  }));
  const { batchId, recordedOn, events } = batch;
  const codes = new BelievedCodes(batch);
  const rows = [batchId, recordedOn, events, literal(all.map(encodeGrant))];
  const grants =
    (await appendIfUnchanged(pool, batch, codes, rows)) ??
    (await insertOnce(pool, { ...appendStatement, values: [...codes.values, ...rows] }, batch));
  return grants === '' ? all : readGrants(grants, all.length);
}

async function appendIfUnchanged(
  pool: pg.Pool,
  batch: ScanBatch,
  { qrIds, scans, versions, projects, accounts }: BelievedCodes,
  rows: string[],
): Promise<string | null> {
  if (batch.codes.length > codesPerRow) return null;
  const values = [qrIds, scans, versions, ...projects.values, ...accounts.values, ...rows];
  return insertOnce(pool, { ...appendUnchanged, values }, batch);
}
