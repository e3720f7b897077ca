import type { FastifyInstance } from 'fastify';
import { formatFeatures, formatLimits } from '#core/plan-limits.ts';
import { countLiveKeys } from '#features/api-keys/api-key-queries.ts';
import { findLiveCount } from '#features/qr-codes/quota-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';

/** How much of each limit is used, and the features of the plan. */
export function registerGetUsage(app: FastifyInstance, context: ApiContext): void {
  app.get('/dashboard/api/usage', dashboardRoute('account.read'), async (request) => {
    const { accountId, entitlements } = memberOf(request);
    const { limits, plan, apiAccess } = entitlements;
    return {
      ok: true,
      plan: plan.name,
      usage: {
        qr_codes: { used: await findLiveCount(context.db, accountId), limit: limits.qrCodes },
        api_keys: { used: (await countLiveKeys(context.db, accountId)).planned, limit: limits.apiKeys },
      },
      limits: formatLimits(limits),
      upgrade_url: context.config.upgradeUrl,
      // For open pages of release 0.3.
      rates: {
        requests_per_second: limits.requestsPerSecond,
        requests_per_minute: limits.requestsPerMinute,
        requests_per_day: limits.requestsPerDay,
      },
      features: formatFeatures({ ...plan, apiAccess }),
    };
  });
}
