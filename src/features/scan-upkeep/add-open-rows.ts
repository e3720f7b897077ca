import { type FoldPlan, type OpenRow, type OpenSum, planFold, sumOpenScans } from '#core/plan-fold.ts';
import { isDamage, isLockTimeout } from '#platform/postgres.ts';
import type { Tx } from '../database.ts';
import { addToCounts, insertNumbers, listKnownCodes, lockCodes, prepareFold } from './fold-queries.ts';

export interface Fold {
  /** The number of codes in the rows, with repetitions. */
  codes: number;
  /** Whether there is more. */
  isBehind: boolean;
  /** Whether a code was locked by another transaction or on a damaged page. */
  isObstructed: boolean;
}

export const idle: Fold = { codes: 0, isBehind: false, isObstructed: false };

/** Adds scans to the counts of codes. */
export type Add = (tx: Tx, sums: Map<string, OpenSum>) => Promise<Added>;

interface Added {
  /** The counts before. */
  counts: Map<string, number>;
  damaged: Set<string>;
}

/**
 * Folds; if a code is in the way, folds without it.
 * @param isCareful whether codes that can't be written are found first. Without it that costs nothing, but one of them fails all.
 */
export async function withoutObstacles<Result>(
  isCareful: boolean,
  fold: (add: Add) => Promise<Result>,
): Promise<{ result: Result; isObstructed: boolean }> {
  if (isCareful) return { result: await fold(addToReadable), isObstructed: false };
  try {
    return { result: await fold(addToAll), isObstructed: false };
  } catch (error) {
    if (!isLockTimeout(error) && !isDamage(error)) throw error;
    return { result: await fold(addToReadable), isObstructed: true };
  }
}

/** Adds open rows to the counts of their codes and numbers their scans. The plan says what happens to the rows. */
export async function addOpenRows(tx: Tx, rows: readonly OpenRow[], add: Add): Promise<FoldPlan> {
  await prepareFold(tx);
  const sums = sumOpenScans(rows);
  const { counts, damaged } = await add(tx, sums);
  const known = await listKnownCodes(
    tx,
    [...sums.keys()].filter((qrId) => !counts.has(qrId) && !damaged.has(qrId)),
  );
  const plan = planFold(rows, counts, (qrId) => known.has(qrId) || damaged.has(qrId));
  await insertNumbers(tx, plan.numbers);
  return plan;
}

export function countCodes(rows: readonly OpenRow[]): number {
  return rows.reduce((sum, { qrIds }) => sum + qrIds.length, 0);
}

async function addToAll(tx: Tx, sums: Map<string, OpenSum>): Promise<Added> {
  return { counts: await addToCounts(tx, sums), damaged: new Set() };
}

/** Codes that are locked by others or on a damaged page stay open, and don't block the rest. */
async function addToReadable(tx: Tx, sums: Map<string, OpenSum>): Promise<Added> {
  const { held, damaged } = await lockReadable(tx, [...sums.keys()]);
  const isHeld = new Set(held);
  return { counts: await addToCounts(tx, new Map([...sums].filter(([qrId]) => isHeld.has(qrId)))), damaged };
}

interface Readable {
  /** In ID order. */
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
