import { sql } from 'kysely';
import type { PageCursor } from '#core/page-token.ts';
import type { Db, Tx } from '../database.ts';

export interface ProjectRow {
  project_id: string;
  account_id: string;
  name: string;
  description: string;
  is_default: boolean;
  is_archived: boolean;
  has_custom_domain: boolean;
  created_via: 'api' | 'dashboard' | null;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'project_id',
  'account_id',
  'name',
  'description',
  'is_default',
  'is_archived',
  'created_via',
  'created_at',
  'updated_at',
  // Not `exists`: that would be planned as a scan of all domains.
  sql<boolean>`(select true from serving_domains domain where domain.project_id = projects.project_id) is true`.as(
    'has_custom_domain',
  ),
] as const;

export interface NewProject {
  project_id: string;
  account_id: string;
  name: string;
  description: string;
  is_default: boolean;
  created_via: 'api' | 'dashboard' | null;
}

export function insertProject(tx: Tx, project: NewProject): Promise<ProjectRow> {
  return tx.insertInto('projects').values(project).returning(columns).executeTakeFirstOrThrow();
}

/**
 * Newest first (D29); a deep page costs the same as the first.
 * @param projectIds null: all.
 */
export function listProjects(
  db: Db,
  accountId: string,
  after: PageCursor | null,
  limit: number,
  projectIds: string[] | null = null,
): Promise<ProjectRow[]> {
  let query = db.selectFrom('projects').select(columns).where('account_id', '=', accountId);
  if (projectIds !== null) query = query.where(sql<boolean>`project_id = any(${projectIds}::uuid[])`);
  if (after !== null) {
    const createdAt = new Date(after.createdAtMs).toISOString();
    query = query.where(
      sql<boolean>`(created_at, project_id) < (${createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('project_id', 'desc').limit(limit).execute();
}

export function findProject(db: Db, accountId: string, projectId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** For operators: of any account. */
export function findAnyProject(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').select(columns).where('project_id', '=', projectId).executeTakeFirst();
}

/** Every account has exactly one. */
export function findDefaultProject(db: Db, accountId: string): Promise<ProjectRow> {
  return db
    .selectFrom('projects')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
}

/** Prevents the project from being archived until the transaction ends. */
export function lockProjectOpen(tx: Tx, projectId: string): Promise<Pick<ProjectRow, 'is_archived'>> {
  return tx
    .selectFrom('projects')
    .select('is_archived')
    .where('project_id', '=', projectId)
    .forShare()
    .executeTakeFirstOrThrow();
}

/** Takes the default from the current project. The account must be locked. */
export async function updateProjectsNoDefault(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute();
}

export type ProjectChange = Partial<Pick<ProjectRow, 'name' | 'is_archived' | 'is_default'>>;

export function updateProject(
  db: Db,
  projectId: string,
  change: ProjectChange,
): Promise<ProjectRow | undefined> {
  return db
    .updateTable('projects')
    .set(change)
    .where('project_id', '=', projectId)
    .returning(columns)
    .executeTakeFirst();
}

/** @param max counting stops there: the caller only checks whether it is reached. */
export async function countProjects(tx: Tx, accountId: string, max: number): Promise<number> {
  if (!Number.isFinite(max)) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from projects where account_id = ${accountId} limit ${max}) counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
