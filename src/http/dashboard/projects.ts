import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseNewProject } from '#core/project-input.ts';
import { createProject } from '#features/projects/create-project.ts';
import { findProject, listProjects, type ProjectRow } from '#features/projects/project-queries.ts';
import { projectView } from '#features/projects/project-view.ts';
import { renameProject } from '#features/projects/rename-project.ts';
import { setDefaultProject } from '#features/projects/set-default-project.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { findLiveCounts } from '#features/qr-codes/quota-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { jsonBody, switchField, textField } from './json-body.ts';
import { requireMember } from './require-member.ts';
import { requireSession } from './require-session.ts';

const rowsMax = 500;
const path = '/dashboard/api/projects';
const options = { schema: { hide: true } };

/** The view of `/v1`, plus what only the dashboard has: whether it is archived, and how many codes would stop working. */
async function dashboardView(context: ApiContext, projects: ProjectRow[]) {
  const counts = await findLiveCounts(
    context.db,
    projects.map(({ project_id }) => project_id),
  );
  return projects.map((project) => ({
    ...projectView(project),
    is_archived: project.is_archived,
    live_qr_codes: counts.get(project.project_id) ?? 0,
  }));
}

export async function requireProject(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string } }>,
) {
  const { accountId } = await requireSession(context, request);
  const projectId = parseIdentifier('prj', request.params.id);
  const project = projectId === null ? undefined : await findProject(context.db, accountId, projectId);
  if (project === undefined) throw new Refusal('project_not_found', 'There is no such project.');
  return project;
}

export function registerProjects(app: FastifyInstance, context: ApiContext): void {
  app.get(path, options, async (request) => {
    const { accountId } = await requireSession(context, request);
    const projects = await listProjects(context.db, accountId, null, rowsMax);
    return { ok: true, items: await dashboardView(context, projects) };
  });

  app.post(path, options, async (request, reply) => {
    const member = await requireMember(context, request);
    const input = parseNewProject(jsonBody(request));
    if (!input.ok) throw new Refusal('invalid_request', input.message);
    const project = await context.db.transaction().execute((tx) => createProject(tx, member, input.value));
    const [view] = await dashboardView(context, [project]);
    return reply.status(201).send({ ok: true, project: view });
  });

  app.patch<{ Params: { id: string } }>(`${path}/:id`, options, async (request) => {
    let project = await requireProject(context, request);
    const body = jsonBody(request);
    const [name, isDefault, isArchived] = [
      textField(body, 'name'),
      switchField(body, 'is_default'),
      switchField(body, 'is_archived'),
    ];
    if (isDefault === false)
      throw new Refusal(
        'invalid_request',
        'is_default can only be set to true. The previous default project then loses it.',
      );
    if (name !== undefined) project = await renameProject(context.db, project.project_id, name);
    if (isDefault === true)
      project = await setDefaultProject(context.db, project.account_id, project.project_id);
    if (isArchived !== undefined)
      project = await setProjectArchived(context.db, project.project_id, isArchived);
    const [view] = await dashboardView(context, [project]);
    return { ok: true, project: view };
  });
}
