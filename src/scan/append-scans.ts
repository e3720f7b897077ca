import type pg from 'pg';
import { codesPerRow, encodeGrant, type Grant, staleGrant } from '#core/ledger-record.ts';
import { BelievedCodes, believed, isAppended, isOwnerFresh, isUnchanged, literal } from './believed-codes.ts';
import { insertOnce, readGrants } from './insert-once.ts';
import { grantAll, type ScanBatch } from './scan-batch.ts';

/**
 * PostgreSQL takes this table lock before the snapshot: after waiting at the gate, every append either is visible or sees
 * what was committed before.
 */
export const gate = 'gate as (insert into scan_gate select 1 where false)';

/**
 * Counts scans of codes without a limit by inserting rows, without touching the row of any code (docs/adr/0019-counting-by-appending.md).
 * This is the usual case: nothing has changed, and all codes fit into one row. Otherwise it writes nothing, and `appendStatement` follows
 * under the same ID. That statement handles changed codes, and its setup would make a batch of 32 a fifth more expensive.
 */
const appendUnchanged = {
  name: 'append-unchanged',
  text: `
    with ${gate},
    batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
      select $8, $9, $10, $1, $11
      where ${isUnchanged('scan_state', 'qr_id', '$1', '$3', isAppended)}
        and ${isUnchanged('projects', 'project_id', '$4', '$5')}
        and ${isUnchanged('accounts', 'account_id', '$6', '$7')}
      returning 1),
    opened as (
      insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
      select $9, $8, $1, $2::int[], $3::bigint[] from batch)
    select '' as grants from batch`,
};

/** The parameters of the insert. */
interface BatchColumns {
  batchId: string;
  recordedOn: string;
  events: string;
  grants: string;
  scans: string;
  versions: string;
}

/**
 * Stores a batch of the codes $1 and its open scans. `verdict` says in `fresh` which codes count: null for all, otherwise 1 or 0 per code.
 */
export const writeBatch = ({ batchId, recordedOn, events, grants, scans, versions }: BatchColumns) => `
    batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
      select ${batchId}, ${recordedOn}, ${events}, $1, case when fresh is null then ${grants} else (
        select array_agg(case is_fresh when 1 then granted else ${staleGrant} end order by place)
        from unnest(fresh, ${grants}::int[]) with ordinality as code (is_fresh, granted, place)) end
      from verdict returning grants),
    opened as (
      insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
      select ${recordedOn}, ${batchId}, ($1::uuid[])[at : at + ${codesPerRow - 1}], scans[at : at + ${codesPerRow - 1}],
        (${versions}::bigint[])[at : at + ${codesPerRow - 1}]
      from (select case when fresh is null then ${scans} else (
          select array_agg(is_fresh * asked order by place)
          from unnest(fresh, ${scans}::int[]) with ordinality as code (is_fresh, asked, place)) end as scans
        from verdict) counted, generate_series(1, cardinality($1::uuid[]), ${codesPerRow}) at
      where 0 < any (scans[at : at + ${codesPerRow - 1}]))
    select case when fresh is null then '' else array_to_string(grants, ',') end as grants from verdict, batch`;

/** The same for any batch. It is stored even if all codes are stale, so that its ID decides every retry. */
const appendStatement = {
  name: 'append-scans',
  text: `
    with ${gate},
    verdict as materialized (
      -- Null if all are fresh, otherwise 1 or 0 per code.
      select case when ${isUnchanged('scan_state', 'qr_id', '$1', '$3', isAppended)}
          and ${isUnchanged('projects', 'project_id', '$6', '$7')}
          and ${isUnchanged('accounts', 'account_id', '$8', '$9')} then null
        else array(
          select (${isOwnerFresh} and exists (
            select from scan_state s where s.qr_id = b.qr_id and s.version = b.version and ${isAppended}))::int
          from (${believed}) b order by place) end as fresh),
    ${writeBatch({ batchId: '$10', recordedOn: '$11', events: '$12', grants: '$13', scans: '$2', versions: '$3' })}`,
};

/** The codes of the batch must be in the order of their IDs. */
export async function appendScans(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const all = grantAll(batch);
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
