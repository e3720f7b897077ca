import { Refusal } from '#core/errors.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import { folderName, nameTaken } from './folder-name.ts';
import { type FolderRow, insertFolder, lockFolderCount } from './folder-queries.ts';

const foldersMax = 500;

export async function createFolder(
  db: Db,
  { account_id, project_id }: { account_id: string; project_id: string },
  rawName: unknown,
): Promise<FolderRow> {
  const name = folderName(rawName);
  return db.transaction().execute(async (tx) => {
    if ((await lockFolderCount(tx, project_id)) >= foldersMax)
      throw new Refusal('conflict', `A project has at most ${foldersMax} folders. Delete one first.`);
    const folder = await insertFolder(tx, { folder_id: newUuid(), account_id, project_id, name });
    if (folder === undefined) throw nameTaken(name);
    return folder;
  });
}
