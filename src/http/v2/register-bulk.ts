import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { KeyActor } from '#core/actor.ts';
import { type ErrorCode, errorStatus, Refusal } from '#core/errors.ts';
import type { Parsed } from '#core/parsed.ts';
import { bulkPolicies, rateLimitHeaders } from '#core/rate-limit.ts';
import { actAs } from '#features/act-as.ts';
import type { Db } from '#features/database.ts';
import { type ItemAnswers, itemAnswers } from '#features/idempotency/item-answers.ts';
import type { OnceAnswer } from '#features/idempotency/run-once.ts';
import type { ItemResult } from '#features/qr-codes/item-result.ts';
import type { Addresses } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { toRefusal } from '../error-handler.ts';
import { throwIfRefused } from '../limit-requests.ts';
import { bodyOf, createBodyReader, idempotencyKeyOf } from '../read-body.ts';
import { envelopeFields2, nullable, openEnum } from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const bodyBytesMax = 2 * 1024 * 1024;
const itemsPerRequest = 25;

interface BulkInput {
  items: readonly unknown[];
  isAtomic: boolean;
}

/** What creating and changing many codes do differently. */
interface BulkOperation<Input extends BulkInput> {
  schema: FastifySchema;
  parse: (body: Record<string, unknown>) => Parsed<Input>;
  /** All items, or none. */
  runAll: (request: FastifyRequest, actor: KeyActor, input: Input) => Promise<OnceAnswer>;
  /** Each item by itself. */
  runSingly: (
    db: Db,
    actor: KeyActor,
    input: Input,
    keep: { answers: ItemAnswers; addresses: Addresses },
  ) => Promise<ItemResult[]>;
}

/** The route of a bulk operation. */
export function registerBulk<Input extends BulkInput>(
  app: FastifyInstance,
  context: ApiContext,
  method: 'POST' | 'PATCH',
  { schema, parse, runAll, runSingly }: BulkOperation<Input>,
): void {
  app.route({
    method,
    url: '/v2/qr-codes/bulk',
    schema,
    config: { access: 'codes.change' },
    bodyLimit: bodyBytesMax,
    preValidation: createBodyReader(context),
    handler: async (request, reply) => {
      refuseUnknownParameters(request, []);
      refuseIfMatch(request);
      const input = bodyOf(request, parse);
      await chargeItems(context, request, reply, input.items.length);
      const actor = actorOf(request);
      if (input.isAtomic) return sendOnce(context, request, reply, await runAll(request, actor, input));
      const results = await runSingly(actAs(context.db, actor), actor, input, {
        answers: itemAnswers(idempotencyKeyOf(request)),
        addresses: addressesOf(context),
      });
      const isReplayed = results.every((result) => 'isReplayed' in result && result.isReplayed);
      return sendOnce(context, request, reply, { status: 200, body: bulkBody(results), isReplayed });
    },
  });
}

/** Bulk requests count like several: one per 25 items, besides the request itself. */
async function chargeItems(
  { limiter }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  count: number,
): Promise<void> {
  const { keyId, entitlements } = actorOf(request);
  const cost = Math.ceil(count / itemsPerRequest);
  const policies = bulkPolicies(entitlements.limits, cost);
  const decision = await limiter.decide(`key:${keyId}`, policies);
  reply.headers(rateLimitHeaders(decision));
  throwIfRefused(
    decision,
    ({ name, quota }) =>
      `${count} items count like ${cost} requests, and the limit is ${quota} per ${name}. Send fewer items at once.`,
  );
}

/** Each item has a condition of its own. */
function refuseIfMatch(request: FastifyRequest): void {
  if (request.headers['if-match'] === undefined) return;
  throw new Refusal('invalid_request', 'If-Match is not possible here. Send if_match with each item.', {
    param: 'if-match',
  });
}

/** The body of the response, with one result per item. */
function bulkBody(results: ItemResult[]) {
  const views = results.map((result, index) =>
    'refusal' in result
      ? { index, ok: false, error: errorView(result.refusal) }
      : { index, ok: true, qr_code: result.document },
  );
  const succeeded = views.filter(({ ok }) => ok).length;
  return { results: views, succeeded, failed: views.length - succeeded };
}

/** The same if everything was done. */
export function doneBody(documents: Record<string, unknown>[]) {
  return bulkBody(documents.map((document) => ({ document, isReplayed: false })));
}

function errorView({ status, code, message, param }: Refusal) {
  return { status, code, message, param };
}

/** The refusal of a whole request because of one item. */
export function refuseAll(place: string, error: unknown): Refusal {
  const { code, message, param, retryAfterSeconds, status } = toRefusal(error);
  const path = param === null ? place : `${place}.${param}`;
  return new Refusal(code, message, {
    status,
    param: path,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

export const bulkResultSchema: TSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    ok: Type.Boolean(),
    qr_code: Type.Optional(Type.Ref('QrCode#')),
    error: Type.Optional(
      Type.Object({
        status: Type.Integer({ example: 422 }),
        code: openEnum(Object.keys(errorStatus) as ErrorCode[]),
        message: Type.String(),
        param: nullable(Type.String({ description: 'The field of the item.' })),
      }),
    ),
  },
  { $id: 'BulkResult', description: 'What became of one item: `qr_code` or `error`.' },
);

export const bulkResponseSchema = Type.Object({
  ...envelopeFields2,
  results: Type.Array(Type.Ref('BulkResult#'), { description: 'In the order of the items.' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
});

export const atomicField = Type.Optional(
  Type.Boolean({
    description: 'If true, one failure fails the whole request and nothing is written. Default: false.',
  }),
);
