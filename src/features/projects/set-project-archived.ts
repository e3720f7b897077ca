import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { type ProjectRow, updateProject } from './project-queries.ts';

/** One row, whatever the number of codes: scans compare the project's version. */
export async function setProjectArchived(db: Db, projectId: string, archived: boolean): Promise<ProjectRow> {
  const project = await updateProject(db, projectId, { is_archived: archived });
  if (project === undefined) throw new Refusal('not_found', 'There is no such project.');
  return project;
}
