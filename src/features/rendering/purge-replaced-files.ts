import type { FileStore } from '#platform/file-store.ts';
import type { Db } from '../database.ts';
import { claimReplacedFiles, deleteReplacedFile } from './render-queries.ts';

const batchFiles = 500;
const batchesMax = 100;

/** Removes files that were replaced before the grace period. A file that is in use again is kept. */
export async function purgeReplacedFiles(db: Db, store: FileStore): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const names = await claimReplacedFiles(db, batchFiles);
    for (const name of names) {
      // The file first: if the process ends between the two, a later run finds the row and tries again.
      await store.remove(name);
      await deleteReplacedFile(db, name);
      removed += 1;
    }
    if (names.length < batchFiles) break;
  }
  return removed;
}
