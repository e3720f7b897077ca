import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface FolderRow {
  folder_id: string;
  project_id: string;
  name: string;
}

const columns = ['folder_id', 'project_id', 'name'] as const;

/** By name. */
export function listFolders(db: Db, projectId: string): Promise<FolderRow[]> {
  return db
    .selectFrom('folders')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy(sql`name_key(name)`)
    .execute();
}

export function findFolder(db: Db, accountId: string, folderId: string): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
}

export async function hasFolder(db: Db, projectId: string, folderId: string): Promise<boolean> {
  return (await ofProject(db, projectId, folderId).executeTakeFirst()) !== undefined;
}

/** The same; it can't be deleted before the transaction ends. */
export async function keepFolder(tx: Tx, projectId: string, folderId: string): Promise<boolean> {
  return (await ofProject(tx, projectId, folderId).forKeyShare().executeTakeFirst()) !== undefined;
}

/** Nobody puts a code into it before the transaction ends. */
export async function lockFolder(tx: Tx, projectId: string, folderId: string): Promise<void> {
  await ofProject(tx, projectId, folderId).forUpdate().executeTakeFirst();
}

function ofProject(db: Db | Tx, projectId: string, folderId: string) {
  return db
    .selectFrom('folders')
    .select('folder_id')
    .where('project_id', '=', projectId)
    .where('folder_id', '=', folderId);
}

/** Undefined: the project has a folder with this name. */
export function insertFolder(
  tx: Tx,
  folder: FolderRow & { account_id: string },
): Promise<FolderRow | undefined> {
  return tx
    .insertInto('folders')
    .values(folder)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** Another folder of a project with the same name in any letter case. */
export function findNamesake(
  db: Db,
  projectId: string,
  name: string,
  except: string,
): Promise<{ folder_id: string } | undefined> {
  return db
    .selectFrom('folders')
    .select('folder_id')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('folder_id', '<>', except)
    .executeTakeFirst();
}

export async function updateFolderName(db: Db, folderId: string, name: string): Promise<void> {
  await db.updateTable('folders').set({ name }).where('folder_id', '=', folderId).execute();
}

/** The number of folders of a project, which stays the same until the transaction ends. */
export async function lockFolderCount(tx: Tx, projectId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('folders'), hashtext(${projectId}))`.execute(tx);
  const { rows } = await sql<{ folders: number }>`
    select count(*)::int as folders from folders where project_id = ${projectId}`.execute(tx);
  return rows[0]?.folders ?? 0;
}

export async function hasCodes(db: Db, folderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('qr_codes')
    .select('qr_id')
    .where('folder_id', '=', folderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteFolderRow(db: Db, folderId: string): Promise<void> {
  await db.deleteFrom('folders').where('folder_id', '=', folderId).execute();
}
