import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { applyLimitOverrides } from '#core/plan.ts';
import { type AccountRow, findAccount } from '#features/accounts/account-queries.ts';
import type { Caller } from '#features/api-keys/key-directory.ts';
import type { ApiContext } from '../api-context.ts';
import { requireSession } from './require-session.ts';

/** Whoever is signed in, as operations know callers, with their account. */
export async function requireCaller(
  context: ApiContext,
  request: FastifyRequest,
): Promise<{ caller: Caller; account: AccountRow }> {
  const { accountId, user } = await requireSession(context, request);
  const account = await findAccount(context.db, accountId);
  if (account === undefined) throw new Refusal('unauthorized', 'Sign in first.');
  const plan = context.plans.get(account.plan);
  const limits = plan && applyLimitOverrides(plan, account.limit_overrides);
  if (!plan || !limits?.ok)
    // As over the API: nothing malformed ever means unlimited (D51).
    throw new Refusal(
      'service_unavailable',
      'The limits of this account are misconfigured; please contact support.',
      { retryAfterSeconds: 60 },
    );
  const apiAccess = account.api_access ?? plan.apiAccess;
  return {
    caller: { accountId, keyId: user.id, plan, limits: limits.value, apiAccess, suspendedReason: null },
    account,
  };
}
