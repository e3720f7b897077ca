import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { addressPolicies, personPolicies, type RateDecision, refusal } from '#core/rate-limit.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import { clientNetwork } from '#platform/client-network.ts';
import { WindowLimit } from '#platform/window-limit.ts';
import type { ApiContext } from './api-context.ts';

/** Only requests without an account count towards the limit of an address (D57). */
export async function limitAddress(context: ApiContext, request: FastifyRequest): Promise<void> {
  const network = clientNetwork(request.ip);
  const decision = await context.limiter.decide(`address:${network}`, addressPolicies);
  const refused = refusal(decision);
  if (refused !== null)
    refusalsOf(context).untilMs.set(network, context.clock.nowMs() + refused.retryAfterSeconds * 1_000);
  throwIfRefused(decision, explainAddress);
}

/**
 * Before a key is looked up: a network over its limit is refused again, so its guesses cost no query. A few keys per second are looked up
 * anyway, because a user with a valid key may share the address.
 */
export function refuseKnownAddress(context: ApiContext, request: FastifyRequest): void {
  const network = clientNetwork(request.ip);
  const nowMs = context.clock.nowMs();
  const { untilMs, lookUps } = refusalsOf(context);
  const retryAfterSeconds = Math.ceil(((untilMs.get(network) ?? 0) - nowMs) / 1_000);
  if (retryAfterSeconds <= 0 || lookUps.count(network, nowMs)) return;
  const message = `${explainAddress(addressPolicies[0] ?? { quota: 0 })} Try again in ${retryAfterSeconds} s.`;
  throw new Refusal('rate_limited', message, { retryAfterSeconds });
}

/** Per server instance, because tests run several in one process. */
const refusals = new WeakMap<ApiContext, Refusals>();
const networksMax = 20_000;
const lookUpsPerSecond = 10;

interface Refusals {
  untilMs: BoundedMap<string, number>;
  lookUps: WindowLimit;
}

function refusalsOf(context: ApiContext): Refusals {
  let known = refusals.get(context);
  if (known === undefined) {
    known = {
      untilMs: new BoundedMap(networksMax),
      lookUps: new WindowLimit(lookUpsPerSecond, 1_000, networksMax),
    };
    refusals.set(context, known);
  }
  return known;
}

function explainAddress({ quota }: { quota: number }): string {
  return `This address sent more than ${quota} requests per minute without a valid key.`;
}

export function throwIfRefused(
  decision: RateDecision,
  explain: (policy: { name: string; quota: number }) => string,
): void {
  const refused = refusal(decision);
  if (refused === null) return;
  const { policy, retryAfterSeconds } = refused;
  throw new Refusal(policy.code, `${explain(policy)} Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** A signed-in user: more requests than pages need come from a program, and programs have keys. */
export async function limitPerson(context: ApiContext, userId: string): Promise<void> {
  const decision = await context.limiter.decide(`person:${userId}`, personPolicies);
  throwIfRefused(decision, ({ quota }) => `Your pages sent more than ${quota} requests per minute.`);
}
