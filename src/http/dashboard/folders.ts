import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can, permit } from '#core/permissions.ts';
import { createFolder } from '#features/folders/create-folder.ts';
import { deleteFolder } from '#features/folders/delete-folder.ts';
import { type FolderRow, findFolder, listFolders } from '#features/folders/folder-queries.ts';
import { folderView } from '#features/folders/folder-view.ts';
import { renameFolder } from '#features/folders/rename-folder.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { requireProject } from './projects.ts';

interface OneRequest {
  Params: { id: string };
}

/** Folders inside a project. */
export function registerFolders(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const ofProject = '/dashboard/api/projects/:id/folders';
  const path = '/dashboard/api/folders/:id';

  app.get<OneRequest>(ofProject, dashboardRoute('codes.read'), async (request) => {
    const project = await requireProject(context, request, 'codes.read');
    const folders = await listFolders(db, project.project_id);
    return { ok: true, items: folders.map(folderView) };
  });

  app.post<OneRequest>(ofProject, dashboardRoute('codes.change'), async (request, reply) => {
    const project = await requireProject(context, request, 'codes.change');
    const folder = await createFolder(dbOf(context, request), project, jsonBody(request)['name']);
    return reply.status(201).send({ ok: true, folder: folderView(folder) });
  });

  app.patch<OneRequest>(path, dashboardRoute('codes.change'), async (request) => {
    const folder = await requireFolder(request);
    const renamed = await renameFolder(dbOf(context, request), folder, jsonBody(request)['name']);
    return { ok: true, folder: folderView(renamed) };
  });

  app.delete<OneRequest>(path, dashboardRoute('codes.change'), async (request) => {
    await deleteFolder(dbOf(context, request), await requireFolder(request));
    return { ok: true };
  });

  async function requireFolder(request: FastifyRequest<OneRequest>): Promise<FolderRow> {
    const member = memberOf(request);
    const folderId = parseIdentifier('fld', request.params.id);
    const folder = folderId === null ? undefined : await findFolder(db, member.accountId, folderId);
    if (folder === undefined || !can(member, 'codes.read', folder.project_id))
      throw new Refusal('not_found', 'There is no such folder.');
    permit(member, 'codes.change', folder.project_id);
    return folder;
  }
}
