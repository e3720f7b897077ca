import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parsePageChange } from '#core/page-input.ts';
import { changePage, changePageLogo } from '#features/scan-pages/change-page.ts';
import { findPage } from '#features/scan-pages/page-queries.ts';
import { pageView } from '#features/scan-pages/page-view.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { requireProject } from './projects.ts';

const path = '/dashboard/api/projects/:id/page';
const logoBytesMax = 2 * 1024 * 1024;

interface ProjectRequest {
  Params: { id: string };
}

/** The pages of a project that visitors see instead of a redirect: name, color, logo and fallback address. */
export function registerScanPages(app: FastifyInstance, context: ApiContext): void {
  const { db, safety, drawings } = context;
  const answer = async (projectId: string) => ({ ok: true, page: pageView(await findPage(db, projectId)) });

  app.get<ProjectRequest>(path, dashboardRoute('projects.read'), async (request) => {
    const { project_id: projectId } = await requireProject(context, request, 'projects.read');
    return answer(projectId);
  });

  app.patch<ProjectRequest>(path, dashboardRoute('projects.change'), async (request) => {
    const project = await requireProject(context, request, 'projects.change');
    const change = parsePageChange(jsonBody(request));
    if (!change.ok) throw invalidRequest(change);
    await changePage(dbOf(context, request), safety, memberOf(request), project, change.value);
    return answer(project.project_id);
  });

  app.post<ProjectRequest>(
    `${path}/logo`,
    { ...dashboardRoute('projects.change'), bodyLimit: logoBytesMax },
    async (request) => {
      const project = await requireProject(context, request, 'projects.change');
      const file = request.body as Buffer | undefined;
      if (file === undefined || file.length === 0)
        throw new Refusal('invalid_payload', 'Send the file as the body.');
      const logo = await drawings.run(project.account_id, { kind: 'page_logo', file });
      if (!logo.ok) throw invalidRequest(logo);
      await changePageLogo(dbOf(context, request), memberOf(request), project, Buffer.from(logo.value));
      return answer(project.project_id);
    },
  );

  app.delete<ProjectRequest>(`${path}/logo`, dashboardRoute('projects.change'), async (request) => {
    const project = await requireProject(context, request, 'projects.change');
    await changePageLogo(dbOf(context, request), memberOf(request), project, null);
    return answer(project.project_id);
  });
}
