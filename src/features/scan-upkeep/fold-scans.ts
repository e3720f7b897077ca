import { setTimeout as sleep } from 'node:timers/promises';
import { planFold, sumOpenScans } from '#core/plan-fold.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isLockTimeout, isTransient } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';
import {
  applyFold,
  claimOpenRows,
  codesMax,
  countOpenRows,
  listKnownCodes,
  lockScanCounts,
  preferIndexes,
  raiseOpenFloor,
  rowsMax,
  vacuumOpenRows,
} from './fold-queries.ts';

/** Fewer, larger folds cost less: a code that is scanned often is updated once per fold. */
const pauseMs = 2_000;
const runMsMax = 55_000;
/** How often the floor is looked at, and from how many IDs on it is raised and the table vacuumed. */
const tidyMs = 5_000;
const tidyRows = 1_000;

/** Goes on for most of a minute: a list shows a scan two or three seconds after it was counted. */
export async function foldScans(db: Db, log: Log, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  let tidiedMs = -Infinity;
  while (!signal.aborted && performance.now() < endMs) {
    const isBehind = await tryLater(log, () => foldOpenRows(db), false);
    if (performance.now() - tidiedMs >= tidyMs) {
      await tryLater(log, () => tidyOpenRows(db), undefined);
      tidiedMs = performance.now();
    }
    if (!isBehind) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Also if nothing was folded: while processes count elsewhere because so much seems open, only this tells them that nothing is. */
async function tidyOpenRows(db: Db): Promise<void> {
  if ((await countOpenRows(db)) < tidyRows) return;
  await raiseOpenFloor(db);
  await vacuumOpenRows(db);
}

/** Claims open rows and adds them in one transaction: nothing is lost or doubled, whoever is killed. Returns whether there is more. */
export async function foldOpenRows(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await preferIndexes(tx);
    const rows = await claimOpenRows(tx);
    if (rows.length === 0) return false;
    const qrIds = [...sumOpenScans(rows).keys()].sort();
    const { counts, damaged } = await lockReadable(tx, qrIds);
    const known = await listKnownCodes(
      tx,
      qrIds.filter((qrId) => !counts.has(qrId) && !damaged.has(qrId)),
    );
    const plan = planFold(rows, counts, (qrId) => known.has(qrId) || damaged.has(qrId));
    await applyFold(tx, plan);
    const codes = rows.reduce((sum, { qrIds: own }) => sum + own.length, 0);
    // What somebody else holds is tried again later.
    return plan.doneIds.length > 0 && (rows.length >= rowsMax || codes >= codesMax);
  });
}

interface Readable {
  counts: Map<string, number>;
  damaged: Set<string>;
}

/** A code on a damaged page stays open, and keeps no other from being folded. */
async function lockReadable(tx: Tx, qrIds: string[]): Promise<Readable> {
  if (qrIds.length === 0) return { counts: new Map(), damaged: new Set() };
  try {
    return { counts: await lockScanCounts(tx, qrIds), damaged: new Set() };
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (qrIds.length === 1) return { counts: new Map(), damaged: new Set(qrIds) };
  }
  const middle = qrIds.length >> 1;
  const first = await lockReadable(tx, qrIds.slice(0, middle));
  const second = await lockReadable(tx, qrIds.slice(middle));
  return {
    counts: new Map([...first.counts, ...second.counts]),
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
