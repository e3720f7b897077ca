import type pg from 'pg';
import {
  countedSql,
  encodeGrantSql,
  type Grant,
  insertNumbersSql,
  isExactSql,
  staleGrant,
  unsettledGrant,
} from '#core/ledger-record.ts';
import { BelievedCodes, believed, isOwnerFresh } from './believed-codes.ts';
import { type GrantRow, insertOnce, readGrants } from './insert-once.ts';
import type { ScanBatch } from './scan-batch.ts';

/**
 * Projects and accounts are not joined. With only two tables, and a planner that may only loop (`ledgerSettings`), rows are visited and
 * locked in key order.
 */
const isFresh = `s.qr_id = b.qr_id and s.version = b.version and ${isOwnerFresh}`;

/** A new limit doesn't count until the open scans of its code are known. */
const isUnsettled = `${isExactSql('s.')} and not s.is_settled`;

/** Without a limit, `least` has nothing to compare with and grants all scans. */
const granted = 'greatest(least(b.scans, s.scan_limit - s.scan_count - s.pending), 0)';
const grantValue = encodeGrantSql(
  granted,
  's.scan_limit is not null and s.scan_count + s.pending + b.scans >= s.scan_limit',
);

/** Counts scans up to the limit where status, expiry and all three versions are still the served ones. */
export const countRows = `
    counted as (
      update scan_state s set scan_count = s.scan_count + ${granted}, last_grant = ${grantValue}
      from believed b where ${isFresh} and not (${isUnsettled})
      returning b.place, b.qr_id, b.version, s.last_grant as value, s.scan_count, s.pending)`;

/** The grant of a row of `believed b left join counted`. */
export const grantOfRow = `coalesce(value, case when exists (
          select from scan_state s where s.qr_id = b.qr_id and s.version = b.version and ${isUnsettled})
        then ${unsettledGrant} else ${staleGrant} end)`;

/**
 * The whole decision in one statement, so in one round trip and one commit. It counts scans up to the limit where status, expiry and all
 * three versions are still the served ones (a version covers all of them), and stores the batch under its ID. If another process is
 * counting on a row, the update waits and evaluates the row again; that is why the update itself checks whether the limit is settled. A
 * second run fails on the ID.
 */
const countStatement = {
  name: 'count-scans',
  text: `
    with believed as materialized (${believed}),
    ${countRows},
    batch as (
      insert into scan_batches (batch_id, recorded_on, events, qr_ids, grants)
      select $10, $11, $12, $1, array_agg(${grantOfRow} order by place)
      from believed b left join counted using (place)
      returning grants),
    numbers as (${insertNumbersSql(`
      select $11::date as recorded_on, $10::uuid as batch_id, place, qr_id, scan_count - ${countedSql('value')} + 1 as first_number,
        ${countedSql('value')} as scans, version
      from counted where ${countedSql('value')} > 0`)})
    select array_to_string(grants, ',') as grants from batch`,
};

/** The same comparison without counting: a refusal or an uncounted response must not be stale either. */
const confirmStatement = {
  name: 'confirm-scans',
  text: `
    with believed as materialized (${believed}),
    confirmed as (
      select b.place, case when ${isUnsettled} then ${unsettledGrant} else ${grantValue} end as value
      from believed b, scan_state s where ${isFresh})
    select string_agg(coalesce(value, ${staleGrant})::text, ',' order by place) as grants
    from believed left join confirmed using (place)`,
};

export async function countScans(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const values = [...new BelievedCodes(batch).values, batch.batchId, batch.recordedOn, batch.events];
  return readGrants(await insertOnce(pool, { ...countStatement, values }, batch), batch.codes.length);
}

export async function confirmBatch(pool: pg.Pool, batch: ScanBatch): Promise<Grant[]> {
  const values = new BelievedCodes(batch).values;
  const { rows } = await pool.query<GrantRow>({ ...confirmStatement, values });
  return readGrants(rows[0]?.grants ?? null, batch.codes.length);
}
