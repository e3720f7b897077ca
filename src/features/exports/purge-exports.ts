import type { LargeFiles } from '#platform/large-files.ts';
import type { Db } from '../database.ts';
import { addExportJob } from './add-export-job.ts';
import { deleteOldExports, listAbandoned, listExpired, updateFileRemoved } from './export-queries.ts';

const filesAtOnce = 200;

/** Removes the files of expired exports, and starts exports again that nobody would run any more. Returns how many files. */
export async function purgeExports(db: Db, store: LargeFiles): Promise<number> {
  const expired = await listExpired(db, filesAtOnce);
  for (const { export_id: exportId, file } of expired) {
    await store.removeLarge(file);
    await updateFileRemoved(db, exportId);
  }
  await deleteOldExports(db);
  for (const exportId of await listAbandoned(db)) await addExportJob(db, exportId);
  return expired.length;
}
