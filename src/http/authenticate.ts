import assert from 'node:assert';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyActor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { keyPolicies, rateLimitHeaders } from '#core/rate-limit.ts';
import type { ApiContext } from './api-context.ts';
import { limitAddress, refuseKnownAddress, throwIfRefused } from './limit-requests.ts';
import { recordOf } from './request-record.ts';

const actors = new WeakMap<FastifyRequest, KeyActor>();
const misconfiguredRetrySeconds = 60;

/** The sender of an authenticated request. */
export function actorOf(request: FastifyRequest): KeyActor {
  const actor = actors.get(request);
  assert(actor !== undefined, 'actorOf() was asked before authentication');
  return actor;
}

/** Address limit → key → API access → rate limits, in the order of D6. */
export function createAuthentication(context: ApiContext) {
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const apiKey = request.headers['x-api-key'];
    // A network that has used up its limit is refused before its guesses cost a lookup; known keys are not guesses.
    if (typeof apiKey !== 'string' || !context.keys.isKnown(apiKey)) refuseKnownAddress(context, request);
    const lookup =
      typeof apiKey === 'string' ? await context.keys.find(apiKey) : ({ kind: 'unknown' } as const);
    switch (lookup.kind) {
      case 'unknown':
        await limitAddress(context, request);
        throw new Refusal(
          'unauthorized',
          'The API key is missing, wrong or revoked. Send a valid key in the x-api-key header.',
        );
      case 'misconfigured':
        // Its own limits are unknown, so those of the address apply.
        await limitAddress(context, request);
        context.log.error(
          { account_id: lookup.accountId, problems: lookup.problems },
          'an account is misconfigured',
        );
        throw new Refusal(
          'service_unavailable',
          'The limits of this account are misconfigured. Contact support.',
          {
            retryAfterSeconds: misconfiguredRetrySeconds,
          },
        );
      case 'actor':
        return admit(context, request, reply, lookup);
    }
  };
}

async function admit(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, suspendedReason }: { actor: KeyActor; suspendedReason: string | null },
): Promise<void> {
  const { accountId, keyId, entitlements } = actor;
  Object.assign(recordOf(request), { accountId, keyId });
  if (suspendedReason !== null || !entitlements.apiAccess) {
    await limitAddress(context, request);
    throw new Refusal(
      'api_access_disabled',
      suspendedReason === null
        ? 'API access is not enabled for this account. It depends on the plan.'
        : `This account is suspended: ${suspendedReason}`,
    );
  }
  actors.set(request, actor);
  const decision = await context.limiter.decide(`key:${keyId}`, keyPolicies(entitlements.limits));
  reply.headers(rateLimitHeaders(decision));
  throwIfRefused(decision, ({ quota, name }) => `This key has used its ${name} quota of ${quota} requests.`);
}
