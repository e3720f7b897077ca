import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Action, can, permit, visibleProjects } from '#core/permissions.ts';
import { parseNewProject } from '#core/project-input.ts';
import { createProject } from '#features/projects/create-project.ts';
import { findProject, listProjects, type ProjectRow } from '#features/projects/project-queries.ts';
import { projectView } from '#features/projects/project-view.ts';
import { renameProject } from '#features/projects/rename-project.ts';
import { setDefaultProject } from '#features/projects/set-default-project.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { findLiveCounts } from '#features/qr-codes/quota-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, switchField, textField } from './json-body.ts';

const rowsMax = 500;
const path = '/dashboard/api/projects';

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

/** The project of the path, if the caller can see it and may do this in it. */
export async function requireProject(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  action: Action,
) {
  const member = memberOf(request);
  const projectId = parseIdentifier('prj', request.params.id);
  const project = projectId === null ? undefined : await findProject(context.db, member.accountId, projectId);
  if (project === undefined || !can(member, 'projects.read', project.project_id))
    throw new Refusal('project_not_found', 'There is no such project.');
  permit(member, action, project.project_id);
  return project;
}

export function registerProjects(app: FastifyInstance, context: ApiContext): void {
  app.get(path, dashboardRoute('projects.read'), async (request) => {
    const member = memberOf(request);
    const projects = await listProjects(context.db, member.accountId, null, rowsMax, visibleProjects(member));
    return { ok: true, items: await dashboardView(context, projects) };
  });

  app.post(path, dashboardRoute('projects.create'), async (request, reply) => {
    const member = memberOf(request);
    const input = parseNewProject(jsonBody(request));
    if (!input.ok) throw invalidRequest(input);
    const project = await dbOf(context, request)
      .transaction()
      .execute((tx) => createProject(tx, member, input.value));
    const [view] = await dashboardView(context, [project]);
    return reply.status(201).send({ ok: true, project: view });
  });

  app.patch<{ Params: { id: string } }>(`${path}/:id`, dashboardRoute('projects.change'), async (request) => {
    let project = await requireProject(context, request, 'projects.change');
    const db = dbOf(context, request);
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
    if (isDefault === true) permit(memberOf(request), 'projects.default');
    if (name !== undefined) project = await renameProject(db, project.project_id, name);
    if (isDefault === true) project = await setDefaultProject(db, project.account_id, project.project_id);
    if (isArchived !== undefined) project = await setProjectArchived(db, project.project_id, isArchived);
    const [view] = await dashboardView(context, [project]);
    return { ok: true, project: view };
  });
}
