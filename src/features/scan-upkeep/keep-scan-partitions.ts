import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database.ts';
import {
  isPartitionRolledUp,
  listOldPartitions,
  makeScanPartitions,
  tryDropScanPartition,
} from './upkeep-queries.ts';

const daysAhead = 14;
const dropsMax = 31;
const triesMax = 100;
const pauseMs = 200;

/** Days of the ledger are made two weeks ahead, and dropped after their retention, but never before they are rolled up. */
export async function keepScanPartitions(
  db: Db,
  retentionDays: number,
): Promise<{ made: number; dropped: string[] }> {
  const made = await makeScanPartitions(db, daysAhead);
  const dropped: string[] = [];
  for (const name of (await listOldPartitions(db, retentionDays)).slice(0, dropsMax)) {
    if (!(await isPartitionRolledUp(db, name))) continue;
    if (await dropGivingWay(db, name)) dropped.push(name);
  }
  return { made, dropped };
}

/** Scans go first. What is not dropped now is tried again with the next run. */
async function dropGivingWay(db: Db, name: string): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries++) {
    if (await tryDropScanPartition(db, name)) return true;
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  return false;
}
