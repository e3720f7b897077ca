import type { Db } from '../database.ts';
import {
  deletePartition,
  insertScanPartitions,
  isPartitionRolledUp,
  listOldPartitions,
} from './upkeep-queries.ts';

const daysAhead = 14;
const dropsMax = 31;

/** Days of the ledger are made two weeks ahead, and dropped after their retention, but never before they are rolled up. */
export async function keepScanPartitions(
  db: Db,
  retentionDays: number,
): Promise<{ made: number; dropped: string[] }> {
  const made = await insertScanPartitions(db, daysAhead);
  const dropped: string[] = [];
  for (const name of (await listOldPartitions(db, retentionDays)).slice(0, dropsMax)) {
    if (!(await isPartitionRolledUp(db, name))) continue;
    await deletePartition(db, name);
    dropped.push(name);
  }
  return { made, dropped };
}
