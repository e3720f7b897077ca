import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { findDefaultProject, findProject, type ProjectRow } from './project-queries.ts';

/** The project that a request names, if the actor can see it; the default one if it names none. */
export async function chooseProject(db: Db, actor: Actor, projectId: string | null): Promise<ProjectRow> {
  const { accountId } = actor;
  if (projectId === null) return findDefaultProject(db, accountId);
  const uuid = parseIdentifier('prj', projectId);
  const project = uuid === null ? undefined : await findProject(db, accountId, uuid);
  if (project === undefined || !can(actor, 'projects.read', project.project_id))
    throw new Refusal('project_not_found', 'There is no such project.', { param: 'project_id' });
  return project;
}
