import type { LargeFiles } from '#platform/large-files.ts';
import type { Db } from '../database.ts';
import { deleteOldExports, listExpired, updateFileRemoved } from './export-queries.ts';

const filesAtOnce = 200;

/** Removes the files of expired exports. Returns how many. */
export async function purgeExports(db: Db, store: LargeFiles): Promise<number> {
  const expired = await listExpired(db, filesAtOnce);
  for (const { export_id: exportId, file } of expired) {
    await store.removeLarge(file);
    await updateFileRemoved(db, exportId);
  }
  await deleteOldExports(db);
  return expired.length;
}
