import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorStatus, Refusal } from '#core/errors.ts';
import { bulkPolicies, rateLimitHeaders } from '#core/rate-limit.ts';
import type { ItemResult } from '#features/qr-codes/item-result.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { toRefusal } from '../error-handler.ts';
import { throwIfRefused } from '../limit-requests.ts';
import { envelopeFields2, nullable, openEnum } from '../schemas.ts';

export const bulkBodyBytesMax = 2 * 1024 * 1024;
const itemsPerRequest = 25;

/** Bulk requests count like several: one per 25 items, besides the request itself. */
export async function chargeItems(
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
export function refuseIfMatch(request: FastifyRequest): void {
  if (request.headers['if-match'] === undefined) return;
  throw new Refusal('invalid_request', 'If-Match is not possible here. Send if_match with each item.', {
    param: 'if-match',
  });
}

export function bulkView(request: FastifyRequest, results: ItemResult[]) {
  const views = results.map((result, index) =>
    'refusal' in result
      ? { index, ok: false, error: errorView(result.refusal) }
      : { index, ok: true, qr_code: result.document },
  );
  const succeeded = views.filter(({ ok }) => ok).length;
  return envelope(request, { results: views, succeeded, failed: views.length - succeeded });
}

/** Whether earlier requests have done everything. */
export function isReplay(results: ItemResult[]): boolean {
  return results.every((result) => 'isReplayed' in result && result.isReplayed);
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
