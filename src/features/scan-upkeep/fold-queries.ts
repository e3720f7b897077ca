import { sql } from 'kysely';
import { numberingDaySql } from '#core/ledger-record.ts';
import type { FoldPlan, NumberRow, OpenRow } from '#core/plan-fold.ts';
import type { Db, Tx } from '../database.ts';

/** Of one fold. A code that is in many rows is updated once. */
export const rowsMax = 4_000;
export const codesMax = 40_000;
/** Somebody who holds a code for longer than this must not hold up all the others. */
const lockMs = 20;

/**
 * Indexes only, whatever the statistics say: 40,000 codes are few among millions. With these settings rows are also visited, and so locked,
 * in the order in which they are listed.
 */
export async function prepareFold(tx: Tx): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan', 'jit']) name`.execute(
    tx,
  );
}

/** The oldest open rows that nobody else folds, held until the transaction ends: so many codes at most. */
export async function claimOpenRows(tx: Tx): Promise<OpenRow[]> {
  const { rows } = await sql<{
    open_id: number;
    recorded_on: string;
    batch_id: string;
    qr_ids: string;
    scans: string;
    versions: string;
  }>`
    with oldest as (
      select open_id, cardinality(qr_ids) as codes from scan_open
      where open_id >= (select open_floor from ledger_state) order by open_id limit ${sql.lit(rowsMax)}),
    summed as (select open_id, sum(codes) over (order by open_id) - codes as before from oldest)
    select open_id, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, array_to_string(qr_ids, ',') as qr_ids,
      array_to_string(scans, ',') as scans, array_to_string(versions, ',') as versions
    from scan_open where open_id = any(array(select open_id from summed where before < ${sql.lit(codesMax)}))
    order by open_id for update skip locked`.execute(tx);
  return rows.map((row) => ({
    openId: row.open_id,
    recordedOn: row.recorded_on,
    batchId: row.batch_id,
    qrIds: row.qr_ids.split(','),
    scans: row.scans.split(',').map(Number),
    versions: row.versions.split(',').map(Number),
  }));
}

/**
 * Holds the rows of codes from now on, without those that somebody else holds; returns which. In the order of the keys, as everybody locks
 * them. A damaged page fails all of them.
 */
export async function lockCodes(tx: Tx, qrIds: string[]): Promise<string[]> {
  await sql`savepoint locking`.execute(tx);
  try {
    const { rows } = await sql<{ qr_id: string }>`
      select qr_id from scan_state where qr_id = any(${qrIds}::uuid[]) order by qr_id for no key update skip locked`.execute(
      tx,
    );
    return rows.map(({ qr_id }) => qr_id);
  } catch (error) {
    // The transaction goes on without them.
    await sql`rollback to savepoint locking`.execute(tx);
    throw error;
  }
}

export async function listKnownCodes(tx: Tx, qrIds: string[]): Promise<Set<string>> {
  if (qrIds.length === 0) return new Set();
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from scan_state where qr_id = any(${qrIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ qr_id }) => qr_id));
}

/**
 * Adds scans to the counts of their codes, whose rows are held from now on: waits for those that somebody else holds, for a moment.
 * @param added in the order of the keys, as everybody locks these rows.
 * @returns the counts before.
 */
export async function addToCounts(tx: Tx, added: Map<string, number>): Promise<Map<string, number>> {
  if (added.size === 0) return new Map();
  await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(tx);
  const { rows } = await sql<{ qr_id: string; scan_count: number }>`
    update scan_state state set scan_count = state.scan_count + fold.scans,
      pending = case when state.scan_limit is not null and state.is_settled then state.pending - fold.scans else 0 end
    from unnest(${[...added.keys()]}::uuid[], ${[...added.values()]}::int[]) as fold (qr_id, scans)
    where state.qr_id = fold.qr_id
    returning state.qr_id, state.scan_count - fold.scans as scan_count`.execute(tx);
  await sql`set local lock_timeout to default`.execute(tx);
  return new Map(rows.map(({ qr_id, scan_count }) => [qr_id, scan_count]));
}

/** What is left to do after scans were added to their codes, in one statement. */
export async function finishFold(tx: Tx, { numbers, doneIds, left }: FoldPlan): Promise<void> {
  const bounds = rowBounds(numbers);
  await sql`
    with done as (delete from scan_open where open_id = any(${doneIds}::bigint[])),
    kept as (
      update scan_open open set scans = array(select own::int from unnest(string_to_array(rest.scans, ',')) own)
      from unnest(${left.map(({ openId }) => openId)}::bigint[], ${left.map(({ scans }) => scans.join(','))}::text[]) as rest (open_id, scans)
      where open.open_id = rest.open_id)
    insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
    select ${sql.raw(numberingDaySql)}, recorded_on, batch_id, (${numbers.flatMap(({ qrIds }) => qrIds)}::uuid[])[first : last],
      (${numbers.flatMap(({ firstNumbers }) => firstNumbers)}::bigint[])[first : last],
      (${numbers.flatMap(({ scans }) => scans)}::int[])[first : last],
      (${numbers.flatMap(({ versions }) => versions)}::bigint[])[first : last]
    from unnest(${numbers.map(({ recordedOn }) => recordedOn)}::date[], ${numbers.map(({ batchId }) => batchId)}::uuid[],
      ${bounds.map(([first]) => first)}::int[], ${bounds.map(([, last]) => last)}::int[]) as numbered (recorded_on, batch_id, first, last)`.execute(
    tx,
  );
}

/** Where the codes of each row begin and end if the rows lie one after the other, from 1. */
function rowBounds(rows: NumberRow[]): [first: number, last: number][] {
  let last = 0;
  return rows.map(({ qrIds }) => {
    const first = last + 1;
    last += qrIds.length;
    return [first, last];
  });
}

/** So that nobody looks through rows that were folded and that a long transaction keeps alive. */
export async function raiseOpenFloor(db: Db): Promise<void> {
  await sql`select raise_open_floor()`.execute(db);
}

/** Without the right to do it this is a warning; autovacuum follows later. */
export async function vacuumOpenRows(db: Db): Promise<void> {
  await sql`vacuum (skip_locked) scan_open`.execute(db);
}

/** How many rows are open at most, by the newest ID. */
export async function countOpenRows(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select greatest(last_value - open_floor, 0) as open from ledger_state, scan_open_open_id_seq`.execute(db);
  return rows[0]?.open ?? 0;
}
