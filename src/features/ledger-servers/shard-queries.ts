import { sql } from 'kysely';
import { ledgerShards } from '#core/ledger-shard.ts';
import type { Db, Tx } from '../database.ts';

/** A server is used once it has shards. */
export async function insertLedgerServer(db: Db, serverId: string): Promise<void> {
  await sql`insert into ledger_servers (server_id) values (${serverId}) on conflict do nothing`.execute(db);
}

/** The server of each shard; null is the first one. Locked until the transaction ends. */
export async function lockShards(tx: Tx): Promise<(string | null)[]> {
  const { rows } = await sql<{ server_id: string | null }>`
    select server_id from ledger_shards order by shard for update`.execute(tx);
  if (rows.length !== ledgerShards)
    throw new Error(`there are ${rows.length} shards, and not ${ledgerShards}`);
  return rows.map(({ server_id }) => server_id);
}

export async function updateShards(tx: Tx, servers: (string | null)[]): Promise<void> {
  await sql`update ledger_shards known set server_id = wanted.server_id, previous_id = known.server_id
    from unnest(${servers}::uuid[]) with ordinality as wanted (server_id, nth)
    where known.shard = nth - 1 and known.server_id is distinct from wanted.server_id`.execute(tx);
  // From now on every check tells processes that their map is outdated.
  await sql`update ledger_state set map_version = map_version + 1, epoch = epoch + 1`.execute(tx);
}

/** Servers that had shards before and may still have open scans of them. */
export async function listPreviousServers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ previous_id: string }>`
    select distinct previous_id from ledger_shards where previous_id is not null`.execute(db);
  return rows.map(({ previous_id }) => previous_id);
}

export async function findEpoch(db: Db): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`select epoch from ledger_state`.execute(db);
  return rows[0]?.epoch ?? 0;
}

/** From now on the server refuses batches that were checked under a lower epoch. */
export async function raiseFence(server: Db, epoch: number): Promise<void> {
  await sql`select raise_fence(${epoch}, array(select generate_series(0, ${ledgerShards - 1})))`.execute(
    server,
  );
}

/** Whether a server may have open scans of shards that now belong to another one. */
export async function hasMovedScans(db: Db, server: Db, serverId: string): Promise<boolean> {
  const { rows: moved } = await sql<{ shard: number }>`
    select shard from ledger_shards where previous_id = ${serverId}`.execute(db);
  const { rows: doubts } = await sql`select from ledger_doubts where server_id = ${serverId} limit 1`.execute(
    db,
  );
  if (doubts.length > 0) return true;
  const { rows } = await sql`
    select from scan_open cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
    where open_id >= (select open_floor from ledger_state) and code.scans > 0
      and get_byte(uuid_send(code.qr_id), 15) = any(${moved.map(({ shard }) => shard)}::int[]) limit 1`.execute(
    server,
  );
  return rows.length > 0;
}

/** From now on nobody asks this server about its previous shards. */
export async function updateMoved(tx: Tx, serverId: string): Promise<void> {
  await sql`update ledger_shards set previous_id = null where previous_id = ${serverId}`.execute(tx);
  await sql`update ledger_state set map_version = map_version + 1`.execute(tx);
}

/** Waits for running appends, and blocks new ones until the transaction ends. */
export async function passScanGate(tx: Tx): Promise<void> {
  await sql`select pass_scan_gate()`.execute(tx);
}

const moveLock = 7_291_104_339;

/** One process at a time moves shards. */
export async function onlyOne<Result>(db: Db, run: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{
      is_taken: boolean;
    }>`select pg_try_advisory_lock(${sql.lit(moveLock)}) as is_taken`.execute(own);
    if (!rows[0]?.is_taken)
      throw new Error('Another process is moving shards. Try again when it has finished.');
    try {
      return await run();
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(moveLock)})`.execute(own);
    }
  });
}

export interface ServerShards {
  server_id: string;
  shards: number;
  /** Its previous shards, of which it may have open scans. */
  leaving: number;
  fold_number: number;
  roll_up_number: number;
}

export async function listServerShards(db: Db): Promise<ServerShards[]> {
  const { rows } = await sql<ServerShards>`
    select server_id, fold_number, roll_up_number,
      (select count(*)::int from ledger_shards own where own.server_id = known.server_id) as shards,
      (select count(*)::int from ledger_shards own where own.previous_id = known.server_id) as leaving
    from ledger_servers known order by added_at, server_id`.execute(db);
  return rows;
}

export interface ServerBacklog {
  open_rows: number;
  batches_to_roll_up: number;
  fold_number: number;
  is_folding: boolean;
  roll_up_number: number;
  is_rolling_up: boolean;
}

/** Scans and batches that a ledger server has not transferred, each counted up to 100,000. */
export async function findBacklog(server: Db): Promise<ServerBacklog> {
  const { rows } = await sql<ServerBacklog>`
    select (select count(*)::int from (select from scan_open where open_id >= (select open_floor from ledger_state) limit 100000) o) as open_rows,
      (select count(*)::int from (select from scan_batches where not is_rolled_up limit 100000) b) as batches_to_roll_up,
      fold.number as fold_number, fold.transfer_id is not null as is_folding,
      roll_up.number as roll_up_number, roll_up.transfer_id is not null as is_rolling_up
    from ledger_transfers fold, ledger_transfers roll_up where fold.kind = 'fold' and roll_up.kind = 'roll_up'`.execute(
    server,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a ledger server has no ledger_transfers');
  return row;
}
