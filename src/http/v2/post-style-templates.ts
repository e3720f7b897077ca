import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseNewTemplate } from '#core/template-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { saveTemplate } from '#features/style-templates/save-template.ts';
import { templateView } from '#features/style-templates/template-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  errorResponses,
  etagResponseHeaders,
  idempotencyHeaders,
  inEnvelope,
  onceResponseHeaders,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { templateFields } from './style-template-schema.ts';

const schema: FastifySchema = {
  operationId: 'createStyleTemplate',
  tags: ['Style templates'],
  summary: 'Create a style template',
  description: 'An account can have 100 templates.',
  headers: idempotencyHeaders,
  body: Type.Object({
    name: templateFields.name,
    design: Type.Unsafe<object | null>({
      type: 'object',
      nullable: true,
      description: 'Like `Design`; null is the default design.',
      allOf: [{ $ref: 'Design#' }],
    }),
  }),
  response: {
    201: {
      description: 'The new template.',
      headers: { ...onceResponseHeaders, ...etagResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('StyleTemplate', 2) } },
    },
    ...errorResponses(['invalid_request', 'invalid_payload', 'conflict', 'idempotency_conflict']),
  },
};

export function registerPostStyleTemplates(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'templates.change' } as const;
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.post('/v2/style-templates', options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, ['name', 'design'], parseNewTemplate);
    const actor = actorOf(request);
    const answer = await runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => ({
      status: 201,
      body: templateView(await saveTemplate(tx, actor, input, 'refuse')),
    }));
    return sendOnce(context, request, reply, answer);
  });
}
