import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { deleteFolderRow, type FolderRow, hasCodes, lockFolder } from './folder-queries.ts';

/** Only an empty one: its codes are moved out first, as a change of theirs that can be undone. */
export async function deleteFolder(db: Db, { folder_id, project_id }: FolderRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFolder(tx, project_id, folder_id);
    if (await hasCodes(tx, folder_id))
      throw new Refusal(
        'conflict',
        'The folder has codes, perhaps archived ones. Move them out of it first.',
      );
    await deleteFolderRow(tx, folder_id);
  });
}
