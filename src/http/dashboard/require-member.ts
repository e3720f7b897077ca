import type { FastifyRequest } from 'fastify';
import type { Member } from '#core/actor.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { requireSession } from './require-session.ts';

/** The signed-in user as an actor. */
export async function requireMember(context: ApiContext, request: FastifyRequest): Promise<Member> {
  const { accountId, user } = await requireSession(context, request);
  const account = await findAccount(context.db, accountId);
  if (account === undefined) throw new Refusal('unauthorized', 'Sign in first.');
  const entitlements = entitlementsOf(context.plans, account);
  if (!entitlements.ok)
    throw new Refusal(
      'service_unavailable',
      'The limits of this account are misconfigured. Contact support.',
      { retryAfterSeconds: 60 },
    );
  return { kind: 'member', accountId, userId: user.id, entitlements: entitlements.value };
}
