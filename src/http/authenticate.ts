import assert from 'node:assert';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyActor } from '#core/actor.ts';
import { tokenPrefix } from '#core/api-key.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { keyPolicies, type RateDecision, rateLimitHeaders } from '#core/rate-limit.ts';
import type { ApiContext } from './api-context.ts';
import { limitAddress, refuseKnownAddress, throwIfRefused } from './limit-requests.ts';
import { recordOf } from './request-record.ts';

const actors = new WeakMap<FastifyRequest, KeyActor>();
const decisions = new WeakMap<FastifyRequest, RateDecision>();
const misconfiguredRetrySeconds = 60;

/** The sender of an authenticated request. */
export function actorOf(request: FastifyRequest): KeyActor {
  const actor = actors.get(request);
  assert(actor !== undefined, 'actorOf() was asked before authentication');
  return actor;
}

/** Requests of this key today; null if Redis can't say. */
export function requestsToday(request: FastifyRequest): number | null {
  const decision = decisions.get(request);
  const day = decision?.usage.find(({ policy }) => policy.code === 'rate_limit_day');
  return decision?.isShared ? (day?.used ?? null) : null;
}

/** A key in `x-api-key`, or the token of an OAuth client in `Authorization`. In `/v1`, the key wins; `/v2` refuses both at once. */
function credentialOf(request: FastifyRequest): string | undefined {
  const { 'x-api-key': apiKey, authorization } = request.headers;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (apiKey === undefined) return bearer?.startsWith(tokenPrefix) ? bearer : undefined;
  if (bearer !== undefined && request.url.startsWith('/v2/'))
    throw new Refusal('invalid_request', 'Send either x-api-key or Authorization, not both.');
  return typeof apiKey === 'string' && !apiKey.startsWith(tokenPrefix) ? apiKey : undefined;
}

/** Address limit → key → API access → rate limits, in the order of D6. */
export function createAuthentication(context: ApiContext) {
  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const apiKey = credentialOf(request);
    // A network that has used up its limit is refused before its guesses cost a lookup; known keys are not guesses.
    if (typeof apiKey !== 'string' || !context.keys.isKnown(apiKey)) refuseKnownAddress(context, request);
    const lookup =
      typeof apiKey === 'string' ? await context.keys.find(apiKey) : ({ kind: 'unknown' } as const);
    switch (lookup.kind) {
      case 'unknown':
        await limitAddress(context, request);
        throw new Refusal(
          'unauthorized',
          'The API key is missing, wrong, expired or revoked. Send a valid key in the x-api-key header.',
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
  decisions.set(request, decision);
  reply.headers(rateLimitHeaders(decision));
  throwIfRefused(decision, ({ quota, name }) => `This key has used its ${name} quota of ${quota} requests.`);
  const { access } = request.routeOptions.config;
  assert(access !== undefined && access !== 'public' && access !== 'user', 'every route names its action');
  permit(actor, access);
}
