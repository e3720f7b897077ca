import { formatIdentifier } from '#core/identifier.ts';
import { applyLimitOverrides, type PlanCatalogue } from '#core/plan.ts';
import type { AccountRow } from './account-queries.ts';

/** An account as an operator sees it. */
export function accountView(plans: PlanCatalogue, account: AccountRow) {
  const plan = plans.get(account.plan);
  const limits = plan && applyLimitOverrides(plan, account.limit_overrides);
  return {
    account_id: formatIdentifier('acc', account.account_id),
    email: account.email,
    plan: account.plan,
    timezone: account.time_zone,
    api_access: account.api_access ?? plan?.apiAccess ?? false,
    limit_overrides: account.limit_overrides,
    problems:
      plan === undefined
        ? [`the catalogue has no plan "${account.plan}"`]
        : limits?.ok === false
          ? limits.problems
          : [],
    suspended_reason: account.suspended_reason,
    erase_at: account.erase_at?.toISOString() ?? null,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
