import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database.ts';
import { listOldDays, makeScanPartitions, tryDropScanPartition } from './upkeep-queries.ts';

const daysAhead = 14;
const dropsMax = 31;
const triesMax = 100;
const pauseMs = 200;

/**
 * Partitions of the ledger are created two weeks ahead, and dropped after their retention, but never before they are rolled up.
 * @param retentionDays null: somebody else drops them.
 */
export async function keepScanPartitions(
  db: Db,
  retentionDays: number | null,
): Promise<{ made: number; dropped: string[] }> {
  const made = await makeScanPartitions(db, daysAhead);
  const dropped: string[] = [];
  const old = retentionDays === null ? [] : await listOldDays(db, retentionDays);
  for (const day of old.slice(0, dropsMax)) {
    // The oldest first, and none after one that stays: numbers must not have gaps.
    if (!(await dropGivingWay(db, day))) break;
    dropped.push(day);
  }
  return { made, dropped };
}

/** Scans have priority. The next run tries again. */
async function dropGivingWay(db: Db, day: string): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries++) {
    const result = await tryDropScanPartition(db, day);
    if (result !== 'busy') return result === 'dropped';
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  return false;
}
