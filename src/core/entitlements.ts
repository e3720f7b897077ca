import { applyLimitOverrides, type Plan, type PlanCatalogue } from './plan.ts';
import type { Limits } from './plan-limits.ts';

/** What an account may do, and its limits. */
export interface Entitlements {
  plan: Plan;
  limits: Limits;
  apiAccess: boolean;
}

interface EntitledAccount {
  plan: string;
  limit_overrides: unknown;
  /** Null: as in the plan. */
  api_access: boolean | null;
}

type Outcome = { ok: true; value: Entitlements } | { ok: false; problems: string[] };

/** From the plan and the operator's overrides for this account. A malformed value is a problem, never "unlimited" (D51). */
export function entitlementsOf(plans: PlanCatalogue, account: EntitledAccount): Outcome {
  const plan = plans.get(account.plan);
  if (plan === undefined) return { ok: false, problems: [`the catalogue has no plan "${account.plan}"`] };
  const limits = applyLimitOverrides(plan, account.limit_overrides);
  if (!limits.ok) return limits;
  return { ok: true, value: { plan, limits: limits.value, apiAccess: account.api_access ?? plan.apiAccess } };
}
