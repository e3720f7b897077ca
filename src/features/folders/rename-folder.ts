import type { Db } from '../database.ts';
import { folderName, nameTaken } from './folder-name.ts';
import { type FolderRow, findNamesake, lockFolderCount, updateFolderName } from './folder-queries.ts';

export async function renameFolder(db: Db, folder: FolderRow, rawName: unknown): Promise<FolderRow> {
  const name = folderName(rawName);
  return db.transaction().execute(async (tx) => {
    // Nobody takes the name meanwhile.
    await lockFolderCount(tx, folder.project_id);
    if (await findNamesake(tx, folder.project_id, name, folder.folder_id)) throw nameTaken(name);
    await updateFolderName(tx, folder.folder_id, name);
    return { ...folder, name };
  });
}
