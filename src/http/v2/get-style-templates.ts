import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { cutPage } from '#core/page.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { isKnown, resourceTag } from '#features/resource-tag.ts';
import { templateNotFound } from '#features/style-templates/change-template.ts';
import { findTemplate, listNewestTemplates } from '#features/style-templates/template-queries.ts';
import { templateView, writableTemplateFields } from '#features/style-templates/template-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import {
  envelopeFields2,
  errorResponses,
  etagResponseHeaders,
  ifNoneMatchHeaders,
  inEnvelope,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { templateParams } from './style-template-schema.ts';

const list: FastifySchema = {
  operationId: 'listStyleTemplates',
  tags: ['Style templates'],
  summary: 'List style templates',
  description: 'Newest first.',
  querystring: Type.Object(pageQuery),
  response: {
    200: {
      description: 'A page of templates.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            items: Type.Array(Type.Ref('StyleTemplate#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['invalid_request']),
  },
};

const one: FastifySchema = {
  operationId: 'getStyleTemplate',
  tags: ['Style templates'],
  summary: 'Retrieve a style template',
  params: templateParams,
  headers: ifNoneMatchHeaders,
  response: {
    200: {
      description: 'The template.',
      headers: etagResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('StyleTemplate', 2) } },
    },
    304: { description: 'You have this version already.', headers: etagResponseHeaders },
    ...errorResponses(['invalid_request', 'template_not_found']),
  },
};

export function registerGetStyleTemplates(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const config = { access: 'templates.read' } as const;
  app.get('/v2/style-templates', { schema: list, config }, async (request) => {
    refuseUnknownParameters(request, Object.keys(pageQuery));
    const { accountId } = actorOf(request);
    const scope = { accountId, endpoint: 'style-templates', filters: '' };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const listed = await listNewestTemplates(db, accountId, page.after, page.size + 1);
    const { rows, next } = cutPage(listed, page.size, ({ created_at, template_id }) => ({
      createdAtMs: created_at.getTime(),
      id: template_id,
    }));
    return envelope(request, {
      items: rows.map(templateView),
      next_page_token: sealNextPage(context, page, next),
    });
  });
  app.get<{ Params: { id: string } }>(
    '/v2/style-templates/:id',
    { schema: one, config },
    async (request, reply) => {
      refuseUnknownParameters(request, []);
      const id = parseIdentifier('tpl', request.params.id);
      const template = id === null ? undefined : await findTemplate(db, actorOf(request).accountId, id);
      if (template === undefined) throw templateNotFound();
      const document = templateView(template);
      const tag = resourceTag(document, writableTemplateFields);
      reply.header('etag', tag);
      if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send();
      return reply.send(envelope(request, document));
    },
  );
}
