import { Refusal } from '#core/errors.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { type ProjectRow, updateProject, updateProjectsNoDefault } from './project-queries.ts';

/** Moves the default in one step: there are never two or none. */
export async function setDefaultProject(db: Db, accountId: string, projectId: string): Promise<ProjectRow> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    await updateProjectsNoDefault(tx, accountId);
    const project = await updateProject(tx, projectId, { is_default: true });
    if (project?.account_id !== accountId) throw new Refusal('not_found', 'There is no such project.');
    return project;
  });
}
