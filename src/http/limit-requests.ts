import type { FastifyRequest } from 'fastify';
import { ApiError } from '#core/errors.ts';
import { addressPolicies, personPolicies, type RateDecision, refusal } from '#core/rate-limit.ts';
import type { ApiContext } from './api-context.ts';
import { clientNetwork } from './client-network.ts';

/** Only requests that no account answers for use up an address's allowance (D57). */
export async function limitAddress(context: ApiContext, request: FastifyRequest): Promise<void> {
  const decision = await context.limiter.decide(`address:${clientNetwork(request.ip)}`, addressPolicies);
  throwIfRefused(
    decision,
    ({ quota }) => `More than ${quota} requests a minute without a valid key came from this address.`,
  );
}

export function throwIfRefused(
  decision: RateDecision,
  explain: (policy: { name: string; quota: number }) => string,
): void {
  const refused = refusal(decision);
  if (refused === null) return;
  const { policy, retryAfterSeconds } = refused;
  throw new ApiError(policy.code, `${explain(policy)} Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** Whoever is signed in: more than a person's pages ask for is a program's work, and programs have keys. */
export async function limitPerson(context: ApiContext, userId: string): Promise<void> {
  const decision = await context.limiter.decide(`person:${userId}`, personPolicies);
  throwIfRefused(decision, ({ quota }) => `More than ${quota} requests a minute came from your pages.`);
}
