import { entitlementsOf } from '#core/entitlements.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { AccountRow } from './account-queries.ts';

/** An account as an operator sees it. */
export function accountView(plans: PlanCatalogue, account: AccountRow) {
  const entitlements = entitlementsOf(plans, account);
  return {
    account_id: formatIdentifier('acc', account.account_id),
    email: account.email,
    plan: account.plan,
    timezone: account.time_zone,
    api_access: account.api_access ?? plans.get(account.plan)?.apiAccess ?? false,
    limit_overrides: account.limit_overrides,
    problems: entitlements.ok ? [] : entitlements.problems,
    suspended_reason: account.suspended_reason,
    erase_at: account.erase_at?.toISOString() ?? null,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
