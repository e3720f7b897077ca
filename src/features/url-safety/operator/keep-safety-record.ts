import type { Db } from '../../database.ts';
import { deleteOldConfirmations } from '../check/confirmation-queries.ts';
import { deleteOldLog } from './explain-queries.ts';

/** Removes expired responses, and history after two years. */
export async function keepSafetyRecord(db: Db): Promise<void> {
  await deleteOldConfirmations(db);
  await deleteOldLog(db);
}
