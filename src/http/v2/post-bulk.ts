import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { KeyActor } from '#core/actor.ts';
import { type BulkCreate, bulkItemsMax, parseBulkCreate } from '#core/bulk-input.ts';
import { invalidRequest } from '#core/errors.ts';
import { actAs } from '#features/act-as.ts';
import { itemAnswers } from '#features/idempotency/item-answers.ts';
import { type OnceAnswer, runOnce } from '#features/idempotency/run-once.ts';
import { createQrCodes } from '#features/qr-codes/create-qr-codes.ts';
import { createSingly } from '#features/qr-codes/create-singly.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { bodyOf, createBodyReader, idempotencyKeyOf } from '../read-body.ts';
import { errorResponses, idempotencyHeaders, onceResponseHeaders } from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { newQrCodeBody } from '../v1/qr-code-schema.ts';
import {
  atomicField,
  bulkBodyBytesMax,
  bulkResponseSchema,
  bulkView,
  chargeItems,
  isReplay,
  refuseAll,
  refuseIfMatch,
} from './bulk-response.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const schema: FastifySchema = {
  operationId: 'createQrCodes',
  tags: ['Bulk operations'],
  summary: 'Create up to 500 QR codes',
  description:
    'Items succeed or fail independently, unless `atomic` is true. With an `Idempotency-Key`, a retry continues where the first request ended. The request counts once, and once more per 25 items.',
  headers: idempotencyHeaders,
  body: Type.Object({
    items: Type.Array(newQrCodeBody, { minItems: 1, maxItems: bulkItemsMax }),
    atomic: atomicField,
  }),
  response: {
    200: {
      description: 'What became of each item.',
      headers: onceResponseHeaders,
      content: { 'application/json': { schema: bulkResponseSchema } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'project_not_found',
      'template_not_found',
      'idempotency_conflict',
      'unsafe_url',
    ]),
  },
};

export function registerPostBulk(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'codes.change' } as const;
  const options = { schema, config, bodyLimit: bulkBodyBytesMax, preValidation: createBodyReader(context) };
  app.post('/v2/qr-codes/bulk', options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    refuseIfMatch(request);
    const input = bodyOf(request, parseBulkCreate);
    await chargeItems(context, request, reply, input.items.length);
    const actor = actorOf(request);
    if (input.isAtomic)
      return sendOnce(context, request, reply, await createAll(context, request, actor, input));
    const results = await createSingly(actAs(context.db, actor), context.safety, actor, input.items, {
      answers: itemAnswers(idempotencyKeyOf(request)),
      addresses: addressesOf(context),
    });
    if (isReplay(results)) reply.header('idempotent-replayed', 'true');
    return reply.send(bulkView(request, results));
  });
}

/** All of them, or none. */
async function createAll(
  context: ApiContext,
  request: FastifyRequest,
  actor: KeyActor,
  { items }: BulkCreate,
): Promise<OnceAnswer> {
  const all = items.map((item, index) => {
    if (!item.ok) throw refuseAll(`items[${index}]`, invalidRequest(item));
    return { index, input: item.value };
  });
  return createQrCodes(context.db, context.safety, actor, all, {
    refuse: (index, refusal) => {
      throw refuseAll(`items[${index}]`, refusal);
    },
    commit: (create) =>
      runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => {
        const codes = await create(tx, () => true);
        const results = [...codes].map(([index, code]) => ({
          index,
          ok: true,
          qr_code: qrCodeView(code, addressesOf(context)),
        }));
        return { status: 200, body: { results, succeeded: results.length, failed: 0 } };
      }),
  });
}
