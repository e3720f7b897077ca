import assert from 'node:assert/strict';
import type pg from 'pg';
import { decodeGrant, encodeGrantSql, type Grant, staleGrant } from '#core/ledger-record.ts';
import { sqlState } from '#platform/postgres.ts';
import type { JournalRecord } from './journal-file.ts';
import type { ScanBatch } from './scan-batch.ts';

/** In the order of the keys, which is the order in which rows are locked. */
const believed = `
  select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::int[])
    with ordinality as believed (qr_id, scans, version, project_place, account_place, place)
  order by qr_id`;

/** Places of those whose version is no longer the one that was served: as a rule none, asked once a batch for each. */
const changed = (table: string, key: string, ids: string, versions: string) => `
  array(select place::int from unnest(${ids}::uuid[], ${versions}::bigint[]) with ordinality as known (id, version, place)
    where not exists (select from ${table} t where t.${key} = known.id and t.version = known.version))`;

/**
 * Projects and accounts are looked at apart instead of joined: with two tables alone, and the planner told to loop
 * (`ledgerSettings`), rows are visited, and so locked, in the order of the keys.
 */
const isFresh = `
  s.qr_id = b.qr_id and s.version = b.version
    and b.project_place <> all (${changed('projects', 'project_id', '$6', '$7')})
    and b.account_place <> all (${changed('accounts', 'account_id', '$8', '$9')})`;

/** The same few statements over and over: planning each time would cost as much as running them. */
export const ledgerSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
};

/** Without a limit `least` has nothing to compare with, and grants them all. */
const granted = 'greatest(least(b.scans, s.scan_limit - s.scan_count), 0)';
const grantValue = encodeGrantSql(
  granted,
  's.scan_limit is not null and s.scan_count + b.scans >= s.scan_limit',
);

/**
 * The whole decision in one statement, so in one round trip and one commit: scans are counted up to the limit where status,
 * expiry and all three versions are still those that were served (a version stands for all of them), and the batch is
 * written down under its id. A row that somebody else is counting on is waited for and looked at again. A second time the
 * statement fails on the id.
 */
const countScans = {
  name: 'count-scans',
  text: `
    with believed as materialized (${believed}),
    counted as (
      update scan_state s set scan_count = s.scan_count + ${granted}, last_grant = ${grantValue}
      from believed b where ${isFresh}
      returning b.place, s.last_grant as value)
    insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
    select $10, $11, $12, $1, array_agg(coalesce(value, ${staleGrant}) order by place)
    from believed left join counted using (place)
    returning array_to_string(grants, ',') as grants`,
};

/** The same question without counting: a refusal or an uncounted answer must not be stale either. */
const confirmScans = {
  name: 'confirm-scans',
  text: `
    with believed as materialized (${believed}),
    confirmed as (
      select b.place, ${grantValue} as value from believed b, scan_state s where ${isFresh})
    select string_agg(coalesce(value, ${staleGrant})::text, ',' order by place) as grants
    from believed left join confirmed using (place)`,
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
  const grants = (rows[0]?.grants ?? '').split(',').map((value) => decodeGrant(Number(value)));
  assert.equal(grants.length, expected, 'a code of the batch has no scan state');
  return grants;
}

/** Array literals: UUIDs and numbers need no quoting, and this is the hottest place there is. */
function believedValues({ codes }: ScanBatch): string[] {
  const [projects, accounts] = [new Places(), new Places()];
  const projectPlaces = codes.map(({ target }) => projects.of(target.projectId, target.projectVersion));
  const accountPlaces = codes.map(({ target }) => accounts.of(target.accountId, target.accountVersion));
  return [
    literal(codes.map(({ target }) => target.qrId)),
    literal(codes.map(({ scans }) => scans)),
    literal(codes.map(({ target }) => target.version)),
    literal(projectPlaces),
    literal(accountPlaces),
    literal(projects.ids),
    literal(projects.versions),
    literal(accounts.ids),
    literal(accounts.versions),
  ];
}

function literal(values: (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** Each pair of an id and a version once, with its place from 1 on. */
class Places {
  readonly ids: string[] = [];
  readonly versions: number[] = [];
  readonly #places = new Map<string, number>();

  of(id: string, version: number): number {
    const key = `${id} ${version}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.ids.push(id);
    this.versions.push(version);
    this.#places.set(key, this.ids.length);
    return this.ids.length;
  }
}

/** The events of a journal record, without those of codes that were erased meanwhile: they belong to nobody's statistics. */
const knownEvents =
  'events_of(array(select qr_id from scan_state where qr_id = any (qr_ids)), qr_ids, events)';

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
    select batch_id, recorded_on, qr_ids, (select array_agg(${encodeGrantSql('n', 'false')} order by place) from unnest(scans) with ordinality as s (n, place)), ${knownEvents}
    from records order by recorded_on, batch_id
    on conflict do nothing returning batch_id, recorded_on),
  counts as (
    select code.qr_id, sum(code.scans)::bigint as scans
    from batches join records using (batch_id, recorded_on)
    cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
    group by code.qr_id),
  locked as (
    select qr_id from scan_state where qr_id in (select qr_id from counts) order by qr_id for no key update),
  counted as (
    update scan_state s set scan_count = s.scan_count + counts.scans
    from counts join locked using (qr_id) where s.qr_id = counts.qr_id)
  select batch_id from batches`;

export async function insertReplayed(pool: pg.Pool, records: JournalRecord[]): Promise<void> {
  const { rows } = await pool.query<{ batch_id: string }>(replayScans, [JSON.stringify(records)]);
  const inserted = new Set(rows.map((row) => row.batch_id));
  for (const record of records) if (!inserted.has(record.batch_id)) await repairScanBatch(pool, record);
}

/** A batch that had been counted after all may have left codes out, whose scans were then answered without it. */
async function repairScanBatch(
  pool: pg.Pool,
  { batch_id: id, recorded_on: day, qr_ids: qrIds, scans }: JournalRecord,
): Promise<void> {
  await pool.query('select repair_scan_batch($1, $2, $3, $4)', [id, day, qrIds, scans]);
}

/** Events of scans that were not granted are not kept (D58): they are there only until the grants are known. */
export async function updateEvents(pool: pg.Pool, batch: ScanBatch, events: string): Promise<void> {
  await pool.query('update scan_batches set events = $3 where recorded_on = $1 and batch_id = $2', [
    batch.recordedOn,
    batch.batchId,
    events,
  ]);
}

/** An empty batch: it commits in the same table as scans do, and counts nothing. */
export async function commitNothing(pool: pg.Pool, batchId: string, day: string): Promise<void> {
  const insert = () =>
    pool.query(
      `insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants) values ($1, $2, '[]', '{}', '{}')`,
      [batchId, day],
    );
  await insert().catch(async (error: unknown) => {
    if (!isPartitionMissing(error)) throw error;
    await makeScanPartition(pool, day);
    await insert();
  });
}

/** No partition for the day: made ahead by a job, and here if that has not run. */
export function isPartitionMissing(error: unknown): boolean {
  return sqlState(error) === '23514';
}

export async function makeScanPartition(pool: pg.Pool, day: string): Promise<void> {
  await pool.query('select make_scan_partition($1)', [day]);
}
