import { setTimeout as sleep } from 'node:timers/promises';
import { planFold, sumOpenScans } from '#core/plan-fold.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isLockTimeout, isTransient } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';
import {
  addToCounts,
  claimOpenRows,
  codesMax,
  countOpenRows,
  finishFold,
  listKnownCodes,
  lockCodes,
  prepareFold,
  raiseOpenFloor,
  rowsMax,
  vacuumOpenRows,
} from './fold-queries.ts';

/** A list shows a scan that soon after it was counted. Under load fewer, larger folds cost less: a code is updated once per fold. */
const pauseMs = 1_000;
const busyPauseMs = 3_000;
/** From so many codes in one fold on. */
const busyCodes = 1_000;
const runMsMax = 55_000;
/** How often the floor is looked at, and from how many IDs on it is raised and the table vacuumed. */
const tidyMs = 5_000;
const tidyRows = 1_000;
/** After somebody held a code for long, or a page was damaged: for so long codes are tried before they are written to. */
const carefulMs = 10_000;

/** Goes on for most of a minute. */
export async function foldScans(db: Db, log: Log, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  let tidiedMs = -Infinity;
  let carefulUntilMs = -Infinity;
  while (!signal.aborted && performance.now() < endMs) {
    const fold = await tryLater(log, () => foldOpenRows(db, performance.now() < carefulUntilMs), idle);
    if (fold.isObstructed) carefulUntilMs = performance.now() + carefulMs;
    if (performance.now() - tidiedMs >= tidyMs) {
      await tryLater(log, () => tidyOpenRows(db), undefined);
      tidiedMs = performance.now();
    }
    const ms = fold.codes >= busyCodes ? busyPauseMs : pauseMs;
    if (!fold.isBehind) await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

/** Also if nothing was folded: while processes count elsewhere because so much seems open, only this tells them that nothing is. */
async function tidyOpenRows(db: Db): Promise<void> {
  if ((await countOpenRows(db)) < tidyRows) return;
  await raiseOpenFloor(db);
  await vacuumOpenRows(db);
}

interface Fold {
  /** How many codes were in the rows, each as often as it was there. */
  codes: number;
  /** Whether there is more. */
  isBehind: boolean;
  /** Whether a code was held by somebody or lay on a damaged page. */
  isObstructed: boolean;
}

const idle: Fold = { codes: 0, isBehind: false, isObstructed: false };

/**
 * Claims open rows and adds them in one transaction: nothing is lost or doubled, whoever is killed.
 * @param isCareful whether codes that can't be written to now are found first. Without it that costs nothing, and one of them fails all.
 */
export async function foldOpenRows(db: Db, isCareful = false): Promise<Fold> {
  if (isCareful) return foldBy(db, addToReadable);
  try {
    return await foldBy(db, async (tx, sums) => ({
      counts: await addToCounts(tx, sums),
      damaged: new Set(),
    }));
  } catch (error) {
    if (!isLockTimeout(error) && !isDamage(error)) throw error;
    return { ...(await foldBy(db, addToReadable)), isObstructed: true };
  }
}

interface Added {
  /** The counts before. */
  counts: Map<string, number>;
  damaged: Set<string>;
}

function foldBy(db: Db, add: (tx: Tx, sums: Map<string, number>) => Promise<Added>): Promise<Fold> {
  return db.transaction().execute(async (tx) => {
    await prepareFold(tx);
    const rows = await claimOpenRows(tx);
    if (rows.length === 0) return idle;
    const sums = sumOpenScans(rows);
    const { counts, damaged } = await add(tx, sums);
    const known = await listKnownCodes(
      tx,
      [...sums.keys()].filter((qrId) => !counts.has(qrId) && !damaged.has(qrId)),
    );
    const plan = planFold(rows, counts, (qrId) => known.has(qrId) || damaged.has(qrId));
    await finishFold(tx, plan);
    const codes = rows.reduce((sum, { qrIds }) => sum + qrIds.length, 0);
    // What somebody else holds is tried again later.
    const isBehind = plan.doneIds.length > 0 && (rows.length >= rowsMax || codes >= codesMax);
    return { codes, isBehind, isObstructed: false };
  });
}

/** Codes that somebody else holds and those on a damaged page stay open, and keep no other from being folded. */
async function addToReadable(tx: Tx, sums: Map<string, number>): Promise<Added> {
  const { held, damaged } = await lockReadable(tx, [...sums.keys()]);
  return { counts: await addToCounts(tx, new Map(held.map((qrId) => [qrId, sums.get(qrId) ?? 0]))), damaged };
}

interface Readable {
  /** In the order of the IDs. */
  held: string[];
  damaged: Set<string>;
}

async function lockReadable(tx: Tx, qrIds: string[]): Promise<Readable> {
  if (qrIds.length === 0) return { held: [], damaged: new Set() };
  try {
    return { held: await lockCodes(tx, qrIds), damaged: new Set() };
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (qrIds.length === 1) return { held: [], damaged: new Set(qrIds) };
  }
  const middle = qrIds.length >> 1;
  const first = await lockReadable(tx, qrIds.slice(0, middle));
  const second = await lockReadable(tx, qrIds.slice(middle));
  return {
    held: [...first.held, ...second.held],
    damaged: new Set([...first.damaged, ...second.damaged]),
  };
}

/** Whoever is in the way is gone soon: the job goes on. */
async function tryLater<Result>(log: Log, run: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isLockTimeout(error) && !isTransient(error)) throw error;
    log.debug({ err: error }, 'open scans are folded later');
    return otherwise;
  }
}
