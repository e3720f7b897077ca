import { sql } from 'kysely';
import { isExactSql, numberingDaySql } from '#core/ledger-record.ts';
import type { FoldPlan, NumberRow, OpenRow, OpenSum } from '#core/plan-fold.ts';
import type { Db, Tx } from '../database.ts';

/** Limits of one fold. A code that is in many rows is updated once. */
export const rowsMax = 4_000;
export const codesMax = 40_000;
/** A transaction that locks a code for longer must not delay all others. */
const lockMs = 20;

/**
 * Only indexes, whatever the statistics say: 40,000 codes are few among millions. These settings also make rows be visited and locked in the
 * listed order.
 */
export async function prepareFold(tx: Tx): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan', 'jit']) name`.execute(
    tx,
  );
}

interface OpenRowText {
  open_id: number;
  recorded_on: string;
  batch_id: string;
  qr_ids: string;
  scans: string;
  versions: string;
  is_replayed: boolean;
}

/** Arrays as text, which is parsed faster. */
const openColumns =
  sql.raw(`open_id, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, array_to_string(qr_ids, ',') as qr_ids,
  array_to_string(scans, ',') as scans, array_to_string(versions, ',', 'null') as versions`);

function readOpenRow(row: OpenRowText): OpenRow {
  return {
    openId: row.open_id,
    recordedOn: row.recorded_on,
    batchId: row.batch_id,
    qrIds: row.qr_ids.split(','),
    scans: row.scans.split(',').map(Number),
    versions: row.versions.split(',').map((version) => (version === 'null' ? null : Number(version))),
    isReplayed: row.is_replayed,
  };
}

/** The oldest open rows that nobody else folds, locked until the transaction ends, with a limited number of codes. */
export async function claimOpenRows(tx: Tx): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRowText>`
    with oldest as (
      select open_id, cardinality(qr_ids) as codes from scan_open
      where open_id >= (select open_floor from ledger_state) order by open_id limit ${sql.lit(rowsMax)}),
    summed as (select open_id, sum(codes) over (order by open_id) - codes as before from oldest)
    select ${openColumns}, false as is_replayed from scan_open where open_id = any(array(select open_id from summed where before < ${sql.lit(codesMax)}))
    order by open_id for update skip locked`.execute(tx);
  return rows.map(readOpenRow);
}

/** The open rows of a ledger server in transfer to the first one. */
export async function listFoldingRows(server: Db, transferId: string): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRowText>`
    select ${openColumns}, is_replayed from scan_open
    where open_id = any((select open_ids from ledger_transfers where kind = 'fold' and transfer_id = ${transferId})::bigint[])
    order by open_id`.execute(server);
  return rows.map(readOpenRow);
}

/** The rest of the newest fold of a ledger server that could not be added. */
export async function updateFoldLeft(tx: Tx, serverId: string, left: FoldPlan['left']): Promise<void> {
  await sql`update ledger_servers set fold_left = ${JSON.stringify(left)}::json where server_id = ${serverId}`.execute(
    tx,
  );
}

/** The same; null if a later fold has begun meanwhile. */
export async function findFoldLeft(
  db: Db,
  serverId: string,
  transferId: string,
): Promise<FoldPlan['left'] | null> {
  const { rows } = await sql<{ fold_left: FoldPlan['left'] }>`
    select fold_left from ledger_servers where server_id = ${serverId} and fold_id = ${transferId}`.execute(
    db,
  );
  return rows[0]?.fold_left ?? null;
}

/**
 * Locks the rows of codes, except for those that others have locked; returns which. In key order, like all other locks. A damaged page fails
 * all of them.
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
    // The transaction continues without them.
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
 * Adds scans to the counts of their codes and so locks their rows; waits a moment for rows that others have locked.
 * @param added in key order, like all other locks of these rows.
 * @returns the counts before.
 */
export async function addToCounts(tx: Tx, added: Map<string, OpenSum>): Promise<Map<string, number>> {
  if (added.size === 0) return new Map();
  await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(tx);
  const sums = [...added.values()];
  const { rows } = await sql<{ qr_id: string; scan_count: number }>`
    update scan_state state set scan_count = state.scan_count + fold.scans,
      pending = case when ${sql.raw(isExactSql('state.'))} and state.is_settled then state.pending - fold.awaited else 0 end
    from unnest(${[...added.keys()]}::uuid[], ${sums.map(({ scans }) => scans)}::int[], ${sums.map(({ awaited }) => awaited)}::int[])
      as fold (qr_id, scans, awaited)
    where state.qr_id = fold.qr_id
    returning state.qr_id, state.scan_count - fold.scans as scan_count`.execute(tx);
  await sql`set local lock_timeout to default`.execute(tx);
  return new Map(rows.map(({ qr_id, scan_count }) => [qr_id, scan_count]));
}

/** Removes open rows that were added, and the added parts of others. */
export async function closeOpenRows(
  tx: Tx,
  { doneIds, left }: Pick<FoldPlan, 'doneIds' | 'left'>,
): Promise<void> {
  await sql`
    with done as (delete from scan_open where open_id = any(${doneIds}::bigint[]))
    update scan_open open set scans = array(select own::int from unnest(string_to_array(rest.scans, ',')) own)
    from unnest(${left.map(({ openId }) => openId)}::bigint[], ${left.map(({ scans }) => scans.join(','))}::text[]) as rest (open_id, scans)
    where open.open_id = rest.open_id`.execute(tx);
}

export async function insertNumbers(tx: Tx, numbers: NumberRow[]): Promise<void> {
  if (numbers.length === 0) return;
  const bounds = rowBounds(numbers);
  await sql`
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

/** Start and end of the codes of each row in the concatenation of all rows, starting at 1. */
function rowBounds(rows: NumberRow[]): [first: number, last: number][] {
  let last = 0;
  return rows.map(({ qrIds }) => {
    const first = last + 1;
    last += qrIds.length;
    return [first, last];
  });
}

/** So that nobody reads folded rows that a long transaction keeps alive. */
export async function raiseOpenFloor(db: Db): Promise<void> {
  await sql`select raise_open_floor()`.execute(db);
}

/** Without permission, this is only a warning; autovacuum follows later. */
export async function vacuumOpenRows(db: Db): Promise<void> {
  await sql`vacuum (skip_locked) scan_open`.execute(db);
}

/** Upper bound of the number of open rows, by the newest ID. */
export async function countOpenRows(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select greatest(last_value - open_floor, 0) as open from ledger_state, scan_open_open_id_seq`.execute(db);
  return rows[0]?.open ?? 0;
}
