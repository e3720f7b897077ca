import { setTimeout as sleep } from 'node:timers/promises';
import { spreadShards } from '#core/spread-shards.ts';
import { isLockTimeout } from '#platform/postgres.ts';
import type { Db } from '../database.ts';
import type { LedgerServer } from './ledger-databases.ts';
import {
  findEpoch,
  hasMovedScans,
  insertLedgerServer,
  listPreviousServers,
  lockShards,
  onlyOne,
  passScanGate,
  raiseFence,
  updateMoved,
  updateShards,
} from './shard-queries.ts';

const waitMsMax = 60_000;
const pauseMs = 500;

interface Move {
  /** Servers that take scans from now on; without any, the first server does. */
  targets: LedgerServer[];
  /** All reachable servers, including those that lose shards. */
  servers: LedgerServer[];
}

/**
 * Spreads the shards over servers. Counts stay where they are; only new scans go elsewhere. A move ends when the previous server has no open
 * scans of the shard, which a worker ensures.
 * @returns how many shards were moved.
 */
export async function moveShards(
  db: Db,
  { targets, servers }: Move,
  progress: (line: string) => void,
): Promise<number> {
  return onlyOne(db, () => move(db, { targets, servers }, progress));
}

async function move(db: Db, { targets, servers }: Move, progress: (line: string) => void): Promise<number> {
  await endMoves(db, servers, progress);
  for (const { id } of targets) await insertLedgerServer(db, id);
  const moved = await db.transaction().execute(async (tx) => {
    const current = await lockShards(tx);
    const wanted = spreadShards(
      current,
      targets.map(({ id }) => id),
    );
    const count = wanted.filter((server, shard) => server !== current[shard]).length;
    if (count > 0) await updateShards(tx, wanted);
    return count;
  });
  await endMoves(db, servers, progress);
  return moved;
}

async function endMoves(db: Db, servers: LedgerServer[], progress: (line: string) => void): Promise<void> {
  for (const id of await listPreviousServers(db)) {
    const server = servers.find((own) => own.id === id);
    if (server === undefined)
      throw new Error(
        `The ledger server ${id} may have open scans and can't be reached. Add it to LEDGER_DATABASE_URLS, start it and run this again.`,
      );
    progress(`Waiting until ${id} has transferred its open scans …`);
    await fence(server, await findEpoch(db));
    const endMs = performance.now() + waitMsMax;
    while (!(await tryEndMove(db, server))) {
      if (performance.now() > endMs)
        throw new Error(`${id} still has open scans. Check that a worker is running, then run this again.`);
      await sleep(pauseMs);
    }
  }
}

/** While nobody can record a doubtful batch: the server has no open or doubtful scans left. */
async function tryEndMove(db: Db, { id, db: server }: LedgerServer): Promise<boolean> {
  if (await hasMovedScans(db, server, id)) return false;
  try {
    return await db.transaction().execute(async (tx) => {
      await passScanGate(tx);
      if (await hasMovedScans(tx, server, id)) return false;
      await updateMoved(tx, id);
      return true;
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

async function fence(server: LedgerServer, epoch: number): Promise<void> {
  for (const endMs = performance.now() + waitMsMax; ; await sleep(pauseMs)) {
    try {
      return await raiseFence(server.db, epoch);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > endMs) throw error;
    }
  }
}
