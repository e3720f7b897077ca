import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { parseTemplateChange } from '#core/template-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { changeTemplate } from '#features/style-templates/change-template.ts';
import { templateView } from '#features/style-templates/template-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  envelopeFields2,
  errorResponses,
  etagResponseHeaders,
  idempotencyHeaders,
  ifMatchHeaders,
  inEnvelope,
  onceResponseHeaders,
  rateLimitResponseHeaders,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { templateFields, templateParams } from './style-template-schema.ts';

const change: FastifySchema = {
  operationId: 'updateStyleTemplate',
  tags: ['Style templates'],
  summary: 'Update a style template',
  description: 'Codes that were created with it keep their design.',
  params: templateParams,
  headers: Type.Object({ ...ifMatchHeaders.properties, ...idempotencyHeaders.properties }),
  body: Type.Object(
    {
      name: Type.Optional(templateFields.name),
      design: Type.Optional(
        Type.Unsafe<object | null>({
          type: 'object',
          nullable: true,
          description: 'Replaces the whole design; null is the default design.',
          allOf: [{ $ref: 'Design#' }],
        }),
      ),
    },
    { minProperties: 1 },
  ),
  response: {
    200: {
      description: 'The template after the change.',
      headers: { ...onceResponseHeaders, ...etagResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('StyleTemplate', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'template_not_found',
      'conflict',
      'idempotency_conflict',
      'precondition_failed',
    ]),
  },
};

const remove: FastifySchema = {
  operationId: 'deleteStyleTemplate',
  tags: ['Style templates'],
  summary: 'Delete a style template',
  description: 'Codes that were created with it keep their design.',
  params: templateParams,
  headers: ifMatchHeaders,
  response: {
    200: {
      description: 'It is deleted.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object(envelopeFields2) } },
    },
    ...errorResponses(['invalid_request', 'invalid_payload', 'template_not_found', 'precondition_failed']),
  },
};

interface TemplateRequest {
  Params: { id: string };
}

/** PATCH and DELETE. */
export function registerChangeStyleTemplate(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'templates.change' } as const;
  const path = '/v2/style-templates/:id';
  const options = { schema: change, config, preValidation: createBodyReader(context) };
  app.patch<TemplateRequest>(path, options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, ['name', 'design'], parseTemplateChange);
    const actor = actorOf(request);
    const target = {
      templateId: parseIdentifier('tpl', request.params.id),
      ifMatch: request.headers['if-match'],
    };
    const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => ({
      status: 200,
      body: templateView(await changeTemplate(tx, actor, target, input)),
    }));
    return sendOnce(context, request, reply, answer);
  });
  app.delete<TemplateRequest>(path, { schema: remove, config }, async (request) => {
    refuseUnknownParameters(request, []);
    const actor = actorOf(request);
    const templateId = parseIdentifier('tpl', request.params.id);
    const ifMatch = request.headers['if-match'];
    await actAs(context.db, actor)
      .transaction()
      .execute((tx) => changeTemplate(tx, actor, { templateId, ifMatch }, null));
    return envelope(request, {});
  });
}
