import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseProjectName } from '#core/project-input.ts';
import type { Db } from '../database.ts';
import { type ProjectRow, updateProject } from './project-queries.ts';

export async function renameProject(db: Db, projectId: string, rawName: string): Promise<ProjectRow> {
  const name = parseProjectName(rawName);
  if (!name.ok) throw invalidRequest(name);
  const project = await updateProject(db, projectId, { name: name.value });
  if (project === undefined) throw new Refusal('not_found', 'There is no such project.');
  return project;
}
