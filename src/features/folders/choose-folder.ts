import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import type { Db, Tx } from '../database.ts';
import { hasFolder, keepFolder } from './folder-queries.ts';

/** The folder of a project that a request names, or null for none. */
export async function chooseFolder(
  db: Db,
  projectId: string,
  folderId: string | null,
): Promise<string | null> {
  if (folderId === null) return null;
  const uuid = parseIdentifier('fld', folderId);
  if (uuid === null || !(await hasFolder(db, projectId, uuid))) throw noFolder();
  return uuid;
}

/** The folder stays until the transaction ends. */
export async function requireFolder(tx: Tx, projectId: string, folderId: string): Promise<void> {
  if (!(await keepFolder(tx, projectId, folderId))) throw noFolder();
}

function noFolder(): Refusal {
  return new Refusal('not_found', 'There is no such folder in this project.', { param: 'folder_id' });
}
