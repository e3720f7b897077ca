import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import { findProject } from '#features/projects/project-queries.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readHistoryPage } from '../history-page.ts';
import {
  envelopeFields2,
  errorResponses,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const response = {
  200: {
    description: 'A page of changes, newest first.',
    headers: rateLimitResponseHeaders,
    content: {
      'application/json': {
        schema: Type.Object({
          ...envelopeFields2,
          items: Type.Array(Type.Ref('Change#')),
          next_page_token: nextPageToken,
        }),
      },
    },
  },
};

const ofCode: FastifySchema = {
  operationId: 'listQrCodeHistory',
  tags: ['History'],
  summary: 'List the changes of a QR code',
  description: 'Who changed what, newest first. Archived codes have a history too.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  querystring: Type.Object(pageQuery),
  response: { ...response, ...errorResponses(['invalid_request', 'qr_not_found']) },
};

const ofProject: FastifySchema = {
  operationId: 'listProjectHistory',
  tags: ['History'],
  summary: 'List the changes of a project',
  description: 'Changes of the project itself, newest first. Its codes have their own history.',
  params: Type.Object({ id: Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' }) }),
  querystring: Type.Object(pageQuery),
  response: { ...response, ...errorResponses(['invalid_request', 'project_not_found']) },
};

interface HistoryRequest {
  Params: { id: string };
}

export function registerGetHistory(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'history.read' } as const;
  const { db } = context;
  app.get<HistoryRequest>('/v2/qr-codes/:id/history', { schema: ofCode, config }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const actor = actorOf(request);
    const qrId = parseIdentifier('qrc', request.params.id);
    const code = qrId === null ? undefined : await findQrCode(db, actor.accountId, qrId);
    if (code === undefined || !can(actor, 'history.read', code.project_id)) throw notFound();
    return envelope(request, await readHistoryPage(context, request, actor, { qrId: code.qr_id }));
  });
  app.get<HistoryRequest>('/v2/projects/:id/history', { schema: ofProject, config }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const actor = actorOf(request);
    const projectId = parseIdentifier('prj', request.params.id);
    const project = projectId === null ? undefined : await findProject(db, actor.accountId, projectId);
    if (project === undefined || !can(actor, 'history.read', project.project_id))
      throw new Refusal('project_not_found', 'There is no such project.');
    return envelope(
      request,
      await readHistoryPage(context, request, actor, { projectId: project.project_id }),
    );
  });
}
