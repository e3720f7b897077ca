import assert from 'node:assert/strict';
import type pg from 'pg';
import { sqlState } from '#platform/postgres.ts';
import { type Grant, readGrant, type ScanBatch } from './scan-batch.ts';
import type { JournalRecord } from './scan-journal.ts';

const believed = `
  select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::uuid[], $5::bigint[], $6::uuid[], $7::bigint[])
    with ordinality as believed (qr_id, scans, version, project_id, project_version, account_id, account_version, place)`;

const judged = (lock: string) => `
  select b.place, b.qr_id, b.scans, s.scan_count, s.scan_limit,
    s.version = b.version and p.version = b.project_version and a.version = b.account_version as is_fresh
  from believed b
  join scan_state s on s.qr_id = b.qr_id
  join projects p on p.project_id = b.project_id
  join accounts a on a.account_id = b.account_id
  ${lock}`;

/** Without a limit `least` has nothing to compare with, and grants them all. */
const granted = `
  select place, qr_id, case when not is_fresh then -1 else
    2 * greatest(least(scans, scan_limit - scan_count), 0) + (scan_limit is not null and scan_count + scans >= scan_limit)::int
    end as value
  from judged`;

/**
 * The whole decision in one statement, so in one round trip and one commit: rows are locked in the order of their keys,
 * scans are counted up to the limit where status, expiry and all three versions are still those that were served (a
 * version stands for all of them), and the batch is written down under its id. A second time it fails on that id.
 */
const countScans = {
  name: 'count-scans',
  text: `
    with believed as (${believed}),
    judged as (${judged('order by b.qr_id for no key update of s')}),
    granted as (${granted}),
    counted as (
      update scan_state s set scan_count = s.scan_count + granted.value / 2
      from granted where s.qr_id = granted.qr_id and granted.value > 1)
    insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
    select $8, $9, $10, $1, array_agg(value order by place) from granted
    returning array_to_string(grants, ',') as grants`,
};

/** The same question without counting: a refusal or an uncounted answer must not be stale either. */
const confirmScans = {
  name: 'confirm-scans',
  text: `
    with believed as (${believed}), judged as (${judged('')}), granted as (${granted})
    select string_agg(value::text, ',' order by place) as grants from granted`,
};

export async function insertScans(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const { batchId, recordedOn, events, codes } = batch;
  const values = [...believedValues(batch), batchId, recordedOn, events];
  try {
    return readGrants(await pool.query<GrantRow>({ ...countScans, values }), codes.length);
  } catch (error) {
    // Counted already: the answer to the first try was lost.
    if (sqlState(error) === '23505') return findGrants(pool, batch);
    throw error;
  }
}

export async function confirmBatch(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const result = await pool.query<GrantRow>({ ...confirmScans, values: believedValues(batch) });
  return readGrants(result, batch.codes.length);
}

async function findGrants(pool: pg.Pool, { batchId, recordedOn, codes }: ScanBatch): Promise<Grant[]> {
  const result = await pool.query<GrantRow>(
    `select array_to_string(grants, ',') as grants from scan_batches where recorded_on = $1 and batch_id = $2`,
    [recordedOn, batchId],
  );
  return readGrants(result, codes.length);
}

interface GrantRow {
  grants: string;
}

function readGrants({ rows }: pg.QueryResult<GrantRow>, expected: number): Grant[] {
  const grants = (rows[0]?.grants ?? '').split(',').map((value) => readGrant(Number(value)));
  assert.equal(grants.length, expected, 'a code of the batch has no scan state');
  return grants;
}

/** Array literals: UUIDs and numbers need no quoting, and this is the hottest place there is. */
function believedValues({ codes }: ScanBatch): string[] {
  const literal = (pick: (code: ScanBatch['codes'][number]) => string | number) =>
    `{${codes.map(pick).join(',')}}`;
  return [
    literal(({ target }) => target.qrId),
    literal(({ scans }) => scans),
    literal(({ target }) => target.version),
    literal(({ target }) => target.projectId),
    literal(({ target }) => target.projectVersion),
    literal(({ target }) => target.accountId),
    literal(({ target }) => target.accountVersion),
  ];
}

/**
 * Counts scans whose redirect has left while PostgreSQL was away: without version or limit checks, and only those batches
 * that were not counted before.
 */
const replayScans = `
  with records as (
    select * from json_to_recordset($1) as record
      (batch_id uuid, recorded_on date, qr_ids uuid[], scans int[], events json)),
  batches as (
    insert into scan_batches (batch_id, recorded_on, qr_ids, grants, events)
    select batch_id, recorded_on, qr_ids, (select array_agg(2 * n order by place) from unnest(scans) with ordinality as s (n, place)), events
    from records order by recorded_on, batch_id
    on conflict do nothing returning batch_id, recorded_on),
  counts as (
    select code.qr_id, sum(code.scans)::bigint as scans
    from batches join records using (batch_id, recorded_on)
    cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
    group by code.qr_id),
  locked as (
    select qr_id from scan_state where qr_id in (select qr_id from counts) order by qr_id for no key update)
  update scan_state s set scan_count = s.scan_count + counts.scans
  from counts join locked using (qr_id) where s.qr_id = counts.qr_id`;

export async function insertReplayed(pool: pg.Pool, records: JournalRecord[]): Promise<void> {
  await pool.query(replayScans, [JSON.stringify(records)]);
}

/** No partition for the day: made ahead by a job, and here if that has not run. */
export function isPartitionMissing(error: unknown): boolean {
  return sqlState(error) === '23514';
}

export async function makePartition(pool: pg.Pool, day: string): Promise<void> {
  await pool.query('select make_scan_partition($1)', [day]);
}
