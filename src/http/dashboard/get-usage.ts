import type { FastifyInstance } from 'fastify';
import { ApiError } from '#core/errors.ts';
import { applyLimitOverrides } from '#core/plan.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { countLiveApiKeys } from '#features/api-keys/api-key-queries.ts';
import { findLiveCount } from '#features/qr-codes/quota-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { requireSession } from './require-session.ts';

/** How much of each limit is used. */
export function registerGetUsage(app: FastifyInstance, context: ApiContext): void {
  app.get('/dashboard/api/usage', { schema: { hide: true } }, async (request) => {
    const { accountId } = await requireSession(context, request);
    const account = await findAccount(context.db, accountId);
    const plan = account && context.plans.get(account.plan);
    const limits = plan && applyLimitOverrides(plan, account.limit_overrides);
    if (!plan || !limits?.ok)
      throw new ApiError('feature_disabled', 'The plan of this account is not known; ask the operator.');
    return {
      ok: true,
      plan: plan.name,
      usage: {
        qr_codes: { used: await findLiveCount(context.db, accountId), limit: limits.value.qrCodes },
        api_keys: { used: await countLiveApiKeys(context.db, accountId), limit: limits.value.apiKeys },
      },
    };
  });
}
