import type { Db } from '../../database.ts';
import { deleteOldConfirmations } from '../check/confirmation-queries.ts';
import { deleteOldLog } from './explain-queries.ts';

/** Lets go of answers that have expired, and of history that is two years old. */
export async function keepSafetyRecord(db: Db): Promise<void> {
  await deleteOldConfirmations(db);
  await deleteOldLog(db);
}
