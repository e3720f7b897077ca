import type { Db } from '../database.ts';
import { deleteOldAccountChanges } from './history-queries.ts';

const rowsAtOnce = 1_000;

/** Changes of everything except codes and projects are kept for two years. */
export async function deleteOldHistory(db: Db): Promise<void> {
  while ((await deleteOldAccountChanges(db, rowsAtOnce)) === rowsAtOnce);
}
