import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import type { IdempotencyKey } from '#features/idempotency/idempotency-queries.ts';
import { memberOf } from './admit-member.ts';

const lettersMax = 100;

/** The key of a form that is sent again after a lost connection, so that nothing is created twice. Each user has their own keys. */
export function requestKeyOf(request: FastifyRequest): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > lettersMax)
    throw new Refusal('invalid_request', `Idempotency-Key must have 1 to ${lettersMax} characters.`);
  const { accountId, userId } = memberOf(request);
  return {
    accountId,
    method: request.method,
    path: `${userId} ${request.routeOptions.url}`,
    key,
    bodyHash: createHash('sha256')
      .update(request.body as Buffer)
      .digest(),
  };
}
