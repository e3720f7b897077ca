import type { Db } from '../database.ts';
import { giveWay } from '../give-way.ts';
import { dropScanPartition, listOldDays, makeScanPartitions } from './upkeep-queries.ts';

const daysAhead = 14;
const dropsMax = 31;

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
    if (!(await giveWay(db, (tx) => dropScanPartition(tx, day)))) break;
    dropped.push(day);
  }
  return { made, dropped };
}
