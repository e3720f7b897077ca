import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** The kinds of transfers: open scans to fold, or batches to roll up. */
export type TransferKind = 'fold' | 'roll_up';

/** A transfer from a ledger server to the first one. */
export interface Transfer {
  kind: TransferKind;
  /** One more than the previous one. */
  number: number;
  transferId: string;
}

/**
 * The transfer that a worker has to finish: the current one, or a new one. Null if there is nothing to transfer.
 * @param begin starts a new transfer; false if there is nothing.
 */
export async function takeTransfer(
  server: Db,
  kind: TransferKind,
  begin: () => Promise<boolean>,
): Promise<Transfer | null> {
  const known = await findTransfer(server, kind);
  if (known !== null || !(await begin())) return known;
  // Null if another worker has finished it meanwhile.
  return findTransfer(server, kind);
}

/** The current transfer, which stays until it is finished; null if there is none. */
async function findTransfer(server: Db, kind: TransferKind): Promise<Transfer | null> {
  const { rows } = await sql<{ number: number; transfer_id: string | null }>`
    select number, transfer_id from ledger_transfers where kind = ${kind}`.execute(server);
  const [row] = rows;
  return row?.transfer_id == null ? null : { kind, number: row.number, transferId: row.transfer_id };
}

/**
 * Starts a transfer of the oldest open rows, with a limited number of codes, unless one is running.
 * @returns whether there was anything.
 */
export async function beginFold(server: Db, bounds: { rows: number; codes: number }): Promise<boolean> {
  const { rows } = await sql`
    with oldest as (
      select open_id, cardinality(qr_ids) as codes from scan_open
      where open_id >= (select open_floor from ledger_state) order by open_id limit ${bounds.rows}),
    summed as (select open_id, sum(codes) over (order by open_id) - codes as before from oldest)
    update ledger_transfers set number = number + 1, transfer_id = gen_random_uuid(),
      open_ids = array(select open_id from summed where before < ${bounds.codes} order by open_id)
    where kind = 'fold' and transfer_id is null and exists (select from oldest)
    returning number`.execute(server);
  return rows.length > 0;
}

/** The same for batches that are not rolled up: at most this many scans, and none that its writer may still correct. */
export async function beginRollUp(
  server: Db,
  bounds: { rows: number; events: number; ageSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    with oldest as materialized (
      select recorded_on, batch_id, json_array_length(events) as scans from scan_batches
      where not is_rolled_up and recorded_at <= now() - ${bounds.ageSeconds}::int * interval '1 second'
      order by recorded_on, batch_id limit ${bounds.rows}),
    summed as (
      select *, sum(scans) over (order by recorded_on, batch_id) - scans as before from oldest),
    chosen as materialized (select * from summed where before < ${bounds.events})
    update ledger_transfers set number = number + 1, transfer_id = gen_random_uuid(),
      days = array(select recorded_on from chosen order by recorded_on, batch_id),
      batch_ids = array(select batch_id from chosen order by recorded_on, batch_id)
    where kind = 'roll_up' and transfer_id is null and exists (select from oldest)
    returning number`.execute(server);
  return rows.length > 0;
}

/**
 * Records on the first server that it adds a transfer, in the transaction that adds it.
 * @returns false if it was added before. Throws if the numbers of the two servers don't follow each other: one of them was restored.
 */
export async function acceptTransfer(
  tx: Tx,
  serverId: string,
  { kind, number, transferId }: Transfer,
): Promise<boolean> {
  const { rows } = await sql<{ number: number; id: string | null }>`
    select ${sql.ref(`${kind}_number`)} as number, ${sql.ref(`${kind}_id`)} as id from ledger_servers
    where server_id = ${serverId} for no key update`.execute(tx);
  const [known] = rows;
  if (known === undefined)
    throw new Error(`the ledger server ${serverId} is not known here. Run: waypost migrate`);
  if (known.number === number && known.id === transferId) return false;
  if (known.number !== number - 1)
    throw new Error(
      `the ledger server ${serverId} sends ${kind} ${number}, but the last one was ${known.number}: one of the two servers was restored. See docs/scaling.md`,
    );
  await sql`update ledger_servers set ${sql.ref(`${kind}_number`)} = ${number}, ${sql.ref(`${kind}_id`)} = ${transferId}
    where server_id = ${serverId}`.execute(tx);
  return true;
}

/**
 * Ends the transfer, in the transaction that removes its rows from the server.
 * @returns false if somebody else has finished it.
 */
export async function endTransfer(tx: Tx, { kind, transferId }: Transfer): Promise<boolean> {
  const { rows } = await sql`
    update ledger_transfers set transfer_id = null, open_ids = '{}', days = '{}', batch_ids = '{}'
    where kind = ${kind} and transfer_id = ${transferId} returning number`.execute(tx);
  return rows.length > 0;
}
