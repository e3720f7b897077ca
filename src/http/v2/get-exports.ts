import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { exportKinds } from '#core/export-input.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { can } from '#core/permissions.ts';
import { deleteExport, type ExportRow, listExports } from '#features/exports/export-queries.ts';
import { exportView, isExpired } from '#features/exports/export-view.ts';
import { accessOf, requireExport } from '#features/exports/require-export.ts';
import { filesOf } from '#features/exports/run-export.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import {
  envelopeFields2,
  errorResponses,
  inEnvelope,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { exportParams } from './export-schema.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const list: FastifySchema = {
  operationId: 'listExports',
  tags: ['Exports'],
  summary: 'List exports',
  description: 'Newest first. Exports are listed for a month after they expired.',
  querystring: Type.Object(pageQuery),
  response: {
    200: {
      description: 'A page of exports.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('Export#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['invalid_request']),
  },
};

const one: FastifySchema = {
  operationId: 'getExport',
  tags: ['Exports'],
  summary: 'Get an export',
  description: 'With its progress, and a new link to the file once it is done.',
  params: exportParams,
  response: {
    200: {
      description: 'The export.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('Export', 2) } },
    },
    ...errorResponses(['invalid_request', 'export_not_found']),
  },
};

const remove: FastifySchema = {
  operationId: 'deleteExport',
  tags: ['Exports'],
  summary: 'Cancel or delete an export',
  description: 'Its file is removed.',
  params: exportParams,
  response: {
    200: {
      description: 'It is deleted.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object(envelopeFields2) } },
    },
    ...errorResponses(['invalid_request', 'invalid_payload', 'export_not_found']),
  },
};

interface ExportRequest {
  Params: { id: string };
}

/** GET and DELETE. */
export function registerGetExports(app: FastifyInstance, context: ApiContext): void {
  const { db, files } = context;
  const config = { access: 'exports.use' } as const;
  app.get('/v2/exports', { schema: list, config }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const actor = actorOf(request);
    const kinds = exportKinds.filter((kind) => can(actor, accessOf[kind]));
    const projectIds = actor.projects && [...actor.projects];
    const filters = JSON.stringify([kinds, projectIds?.toSorted() ?? null]);
    const scope = { accountId: actor.accountId, endpoint: 'exports', filters };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const listed = await listExports(db, actor.accountId, { kinds, projectIds }, page.after, page.size + 1);
    const { rows, next } = cutPage(listed, page.size, ({ created_at, export_id }) => ({
      createdAtMs: created_at.getTime(),
      id: export_id,
    }));
    return envelope(request, {
      items: rows.map((row) => viewFor(context, request, row)),
      next_page_token: sealNextPage(context, page, next),
    });
  });
  app.get<ExportRequest>('/v2/exports/:id', { schema: one, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const found = await requireExport(db, actorOf(request), request.params.id);
    return envelope(request, viewFor(context, request, found));
  });
  app.delete<ExportRequest>('/v2/exports/:id', { schema: remove, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const found = await requireExport(db, actorOf(request), request.params.id);
    for (const file of filesOf(found)) await files.removeLarge(file);
    // A worker that writes it notices that it is gone.
    await deleteExport(db, found.export_id);
    return envelope(request, {});
  });
}

function viewFor(context: ApiContext, request: FastifyRequest, row: ExportRow) {
  const { accountId, keyId } = actorOf(request);
  const nowMs = context.clock.nowMs();
  const hasFile = row.status === 'done' && row.file !== null && !isExpired(row, nowMs);
  const url = hasFile ? context.downloadLinks.urlOf({ exportId: row.export_id, accountId, keyId }) : null;
  return exportView(row, url, nowMs);
}
