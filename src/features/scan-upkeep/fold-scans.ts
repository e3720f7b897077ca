import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { isLockTimeout, isTransient } from '#platform/postgres.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases, LedgerServer } from '../ledger-servers/ledger-databases.ts';
import { addOpenRows, countCodes, type Fold, idle, withoutObstacles } from './add-open-rows.ts';
import {
  claimOpenRows,
  closeOpenRows,
  codesMax,
  countOpenRows,
  raiseOpenFloor,
  rowsMax,
  vacuumOpenRows,
} from './fold-queries.ts';
import { foldServer } from './fold-server.ts';
import { hasScanReceivers } from './upkeep-queries.ts';

/**
 * A list shows a scan this soon after it was counted. Under load, fewer and larger folds cost less, because a code is updated once per fold.
 * Webhooks bring scans within three seconds, so while somebody receives them, the pause is shorter.
 */
const pauseMs = 1_000;
const busyPauseMs = 3_000;
const hurriedPauseMs = 1_500;
/** From this number of codes in one fold. */
const busyCodes = 1_000;
/** Without a gap before the run of the next minute, which waits in the queue. */
const runMsMax = 60_000;
/** Time until a failed ledger server is tried again. */
const awayMs = 3_000;
/** How often the floor is checked, and the number of IDs from which it is raised and the table vacuumed. */
const tidyMs = 5_000;
const tidyRows = 1_000;
/** After a code was locked for long, or a page was damaged: for this long, codes are tried before they are written. */
const carefulMs = 10_000;

/** Runs for most of a minute, on all servers in parallel: a server that is away delays no other. */
export async function foldScans(
  db: Db,
  ledgers: LedgerDatabases,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + runMsMax;
  const isHurried = () => hasScanReceivers(db);
  const here = { db, isHurried, fold: (isCareful: boolean) => foldOpenRows(db, isCareful) };
  const there = (server: LedgerServer) => ({
    db: server.db,
    isHurried,
    fold: (isCareful: boolean) => foldServer(db, server, isCareful),
  });
  const isOver = () => signal.aborted || performance.now() >= endMs;
  const keep = (ledger: Ledger) => keepFolding(ledger, log, signal, isOver);
  const keepTrying = async (server: LedgerServer) => {
    while (!isOver()) {
      await keep(there(server)).catch(async (error: unknown) => {
        log.warn(
          { err: error, ledger_server: server.id },
          'a ledger server could not be folded; retrying soon',
        );
        await sleep(awayMs, undefined, { signal }).catch(() => {});
      });
    }
  };
  await Promise.all([keep(here), ...(await ledgers.list()).map(keepTrying)]);
}

interface Ledger {
  /** The server of the open rows. */
  db: Db;
  fold: (isCareful: boolean) => Promise<Fold>;
  /** Whether somebody waits for scans. */
  isHurried: () => Promise<boolean>;
}

async function keepFolding(
  { db, fold: foldOnce, isHurried }: Ledger,
  log: Log,
  signal: AbortSignal,
  isOver: () => boolean,
): Promise<void> {
  let tidiedMs = -Infinity;
  let carefulUntilMs = -Infinity;
  while (!isOver()) {
    const fold = await tryLater(log, () => foldOnce(performance.now() < carefulUntilMs), idle);
    if (fold.isObstructed) carefulUntilMs = performance.now() + carefulMs;
    if (performance.now() - tidiedMs >= tidyMs) {
      await tryLater(log, () => tidyOpenRows(db), undefined);
      tidiedMs = performance.now();
    }
    if (fold.isBehind) continue;
    const pause =
      fold.codes < busyCodes
        ? pauseMs
        : (await tryLater(log, isHurried, false))
          ? hurriedPauseMs
          : busyPauseMs;
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** Also if nothing was folded: if processes count elsewhere because so much seems open, only this tells them that nothing is. */
async function tidyOpenRows(db: Db): Promise<void> {
  if ((await countOpenRows(db)) < tidyRows) return;
  await raiseOpenFloor(db);
  await vacuumOpenRows(db);
}

/** Claims open rows of the first server and adds them in one transaction: nothing is lost or doubled, even if a process is killed. */
export async function foldOpenRows(db: Db, isCareful = false): Promise<Fold> {
  const { result, isObstructed } = await withoutObstacles(isCareful, (add) =>
    db.transaction().execute(async (tx) => {
      const rows = await claimOpenRows(tx);
      if (rows.length === 0) return idle;
      const plan = await addOpenRows(tx, rows, add);
      await closeOpenRows(tx, plan);
      const codes = countCodes(rows);
      // Locked codes are tried again later.
      return {
        ...idle,
        codes,
        isBehind: plan.doneIds.length > 0 && (rows.length >= rowsMax || codes >= codesMax),
      };
    }),
  );
  return { ...result, isObstructed };
}

/** The other transaction ends soon: the job continues. */
async function tryLater<Result>(log: Log, run: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isLockTimeout(error) && !isTransient(error)) throw error;
    log.debug({ err: error }, 'open scans are folded later');
    return otherwise;
  }
}
