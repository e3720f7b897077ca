import assert from 'node:assert';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { keyPolicies, rateLimitHeaders } from '#core/rate-limit.ts';
import type { Caller } from '#features/api-keys/key-directory.ts';
import type { ApiContext } from './api-context.ts';
import { limitAddress, refuseKnownAddress, throwIfRefused } from './limit-requests.ts';
import { recordOf } from './request-record.ts';

const callers = new WeakMap<FastifyRequest, Caller>();
const misconfiguredRetrySeconds = 60;

/** The account that an authenticated request speaks for. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  assert(caller !== undefined, 'callerOf() was asked before authentication');
  return caller;
}

/** Address limit → key → API access → rate limits, in the order of D6. */
export function createAuthentication(context: ApiContext) {
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const apiKey = request.headers['x-api-key'];
    // A network that has used up its allowance is refused before its guesses cost a look-up; keys that we know are nobody's guess.
    if (typeof apiKey !== 'string' || !context.keys.isKnown(apiKey)) refuseKnownAddress(context, request);
    const lookup =
      typeof apiKey === 'string' ? await context.keys.find(apiKey) : ({ kind: 'unknown' } as const);
    switch (lookup.kind) {
      case 'unknown':
        await limitAddress(context, request);
        throw new Refusal(
          'unauthorized',
          'Send a live API key in the x-api-key header; this one is missing, wrong or revoked.',
        );
      case 'misconfigured':
        // Its own limits are unknown, so the address's hold.
        await limitAddress(context, request);
        context.log.error(
          { account_id: lookup.accountId, problems: lookup.problems },
          'an account is misconfigured',
        );
        throw new Refusal(
          'service_unavailable',
          'The limits of this account are misconfigured; please contact support.',
          {
            retryAfterSeconds: misconfiguredRetrySeconds,
          },
        );
      case 'caller':
        return admit(context, request, reply, lookup.caller);
    }
  };
}

async function admit(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<void> {
  Object.assign(recordOf(request), { accountId: caller.accountId, keyId: caller.keyId });
  if (!caller.apiAccess) {
    await limitAddress(context, request);
    throw new Refusal(
      'api_access_disabled',
      caller.suspendedReason === null
        ? 'API access is not enabled for this account; see its plan.'
        : `This account is suspended: ${caller.suspendedReason}`,
    );
  }
  callers.set(request, caller);
  const decision = await context.limiter.decide(`key:${caller.keyId}`, keyPolicies(caller.limits));
  reply.headers(rateLimitHeaders(decision));
  throwIfRefused(decision, ({ quota, name }) => `This key's ${name} quota of ${quota} requests is used up.`);
}
