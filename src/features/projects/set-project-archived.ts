import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { type ProjectRow, updateProject } from './project-queries.ts';

/** One row for any number of codes: scans compare the version of the project. */
export async function setProjectArchived(db: Db, projectId: string, archived: boolean): Promise<ProjectRow> {
  const project = await updateProject(db, projectId, { is_archived: archived });
  if (project === undefined) throw new Refusal('not_found', 'There is no such project.');
  return project;
}
