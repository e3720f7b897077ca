import { parseTextField } from '#core/text-field.ts';
import type { Db } from '../database.ts';
import { OperationRefused } from '../operation-refused.ts';
import { type ProjectRow, updateProject } from './project-queries.ts';
import { projectNameBounds } from './project-text.ts';

export async function renameProject(db: Db, projectId: string, rawName: string): Promise<ProjectRow> {
  const name = parseTextField('name', rawName, projectNameBounds);
  if (!name.ok) throw new OperationRefused('invalid', name.message);
  return found(await updateProject(db, projectId, { name: name.value }));
}

/** One row, whatever the number of codes: scans compare the project's version. */
export async function setProjectArchived(db: Db, projectId: string, archived: boolean): Promise<ProjectRow> {
  return found(await updateProject(db, projectId, { is_archived: archived }));
}

function found(project: ProjectRow | undefined): ProjectRow {
  if (project === undefined) throw new OperationRefused('not_found', 'There is no such project.');
  return project;
}
