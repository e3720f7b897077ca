import type { FileStore } from '#platform/file-store.ts';
import type { Db } from '../database.ts';
import { deleteReplacedFile, listReplacedFiles, lockReplacedFile } from './render-queries.ts';

const batchFiles = 500;
const batchesMax = 100;

/** Removes files that were replaced longer ago than the grace period. One that came back into use is kept. */
export async function purgeReplacedFiles(db: Db, store: FileStore): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const names = await listReplacedFiles(db, batchFiles);
    for (const name of names) {
      if (await purgeFile(db, store, name)) removed += 1;
    }
    if (names.length < batchFiles) break;
  }
  return removed;
}

function purgeFile(db: Db, store: FileStore, name: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const state = await lockReplacedFile(trx, name);
    if (state === 'busy') return false;
    // The file first: if the process ends between the two, the next run finds the row and tries again.
    if (state === 'unused') await store.remove(name);
    await deleteReplacedFile(trx, name);
    return state === 'unused';
  });
}
