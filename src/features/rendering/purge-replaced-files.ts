import type { FileStore } from '#platform/file-store.ts';
import type { Db } from '../database.ts';
import { deleteReplacedFile, listReplacedFiles } from './render-queries.ts';

const batchFiles = 500;
const batchesMax = 100;

/** Removes files that were replaced longer ago than the grace period. One that came back into use is kept. */
export async function purgeReplacedFiles(db: Db, store: FileStore): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const files = await listReplacedFiles(db, batchFiles);
    for (const { name, is_in_use: isInUse } of files) {
      // The file first: if the process ends between the two, the next run finds the row and tries again.
      if (!isInUse) await store.remove(name);
      await deleteReplacedFile(db, name);
      if (!isInUse) removed += 1;
    }
    if (files.length < batchFiles) break;
  }
  return removed;
}
