import type pg from 'pg';
import { codesPerRow, encodeGrant, type Grant, staleGrant } from '#core/ledger-record.ts';
import { believed, believedValues, isOwnerFresh, literal } from './believed-codes.ts';
import { insertOnce } from './insert-once.ts';
import type { ScanBatch } from './scan-batch.ts';

/** Whether the versions in a table are exactly those that were served. The IDs are sorted, so one comparison answers for all. */
const isUnchanged = (table: string, key: string, ids: string, versions: string, condition = 'true') => `
  array(select version from ${table} where ${key} = any (${ids}::uuid[]) and ${condition} order by ${key}) = ${versions}::bigint[]`;

/**
 * Counts scans of codes without a limit by inserting rows, without touching the row of any code (docs/adr/0019-counting-by-appending.md).
 * The gate is a table lock, and PostgreSQL takes those before the snapshot: whoever has waited at the gate knows that every append
 * either is visible or sees what was committed before. The batch is written even if all of it is stale, so that its ID decides every
 * retry.
 */
const appendStatement = {
  name: 'append-scans',
  text: `
    with gate as (insert into scan_gate select 1 where false),
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
  const values = [
    ...believedValues(batch),
    batch.batchId,
    batch.recordedOn,
    batch.events,
    literal(all.map(encodeGrant)),
  ];
  return insertOnce(pool, { ...appendStatement, values }, batch, all);
}
