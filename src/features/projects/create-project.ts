import { type Actor, originOf } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import type { NewProject } from '#core/project-input.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import { countProjects, insertProject, type ProjectRow, updateProjectsNoDefault } from './project-queries.ts';

export async function createProject(tx: Tx, actor: Actor, project: NewProject): Promise<ProjectRow> {
  permit(actor, 'projects.create');
  const { accountId, entitlements } = actor;
  const projectsMax = entitlements.limits.projects;
  // The lock keeps the limit exact, and makes moving the default one step: there are never two or none.
  await lockAccount(tx, accountId);
  if ((await countProjects(tx, accountId, projectsMax)) >= projectsMax)
    throw new Refusal('quota_exceeded_project', `Your plan allows ${projectsMax} projects.`);
  if (project.setAsDefault) await updateProjectsNoDefault(tx, accountId);
  return insertProject(tx, {
    project_id: newUuid(),
    account_id: accountId,
    name: project.name,
    description: project.description,
    is_default: project.setAsDefault,
    created_via: originOf(actor),
  });
}
