import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { KeyActor } from '#core/actor.ts';
import { type BulkCreate, bulkItemsMax, parseBulkCreate } from '#core/bulk-input.ts';
import { invalidRequest } from '#core/errors.ts';
import { actAs } from '#features/act-as.ts';
import { type OnceAnswer, runOnce } from '#features/idempotency/run-once.ts';
import { createQrCodes } from '#features/qr-codes/create-qr-codes.ts';
import { createSingly } from '#features/qr-codes/create-singly.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { idempotencyKeyOf } from '../read-body.ts';
import { errorResponses, idempotencyHeaders, onceResponseHeaders } from '../schemas.ts';
import { newQrCodeBody } from '../v1/qr-code-schema.ts';
import { atomicField, bulkResponseSchema, doneBody, refuseAll, registerBulk } from './register-bulk.ts';

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
  registerBulk(app, context, 'POST', {
    schema,
    parse: parseBulkCreate,
    runAll: (request, actor, input) => createAll(context, request, actor, input),
    runSingly: (db, actor, { items }, keep) => createSingly(db, context.safety, actor, items, keep),
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
        const documents = [...codes.values()].map((code) => qrCodeView(code, addressesOf(context)));
        return { status: 200, body: doneBody(documents) };
      }),
  });
}
