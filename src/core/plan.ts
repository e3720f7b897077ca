import { isRecord } from './is-record.ts';
import {
  type Features,
  featureNames,
  type LimitName,
  type Limits,
  limitNames,
  planFeatures,
  planLimits,
} from './plan-limits.ts';

const limitMax = 1_000_000_000;

export type Plan = { name: string; limits: Limits } & Features;
export type PlanCatalogue = ReadonlyMap<string, Plan>;

type Parsed<Value> = { ok: true; value: Value } | { ok: false; problems: string[] };

/** The catalogue of plans (D51, D52). Every malformed value is a named problem; it never means "unlimited" (specification, Limits). */
export function parsePlanCatalogue(source: unknown): Parsed<PlanCatalogue> {
  if (!isRecord(source))
    return { ok: false, problems: ['the catalogue must be a JSON object with one key per plan'] };
  const problems: string[] = [];
  const plans = new Map<string, Plan>();
  for (const [name, fields] of Object.entries(source)) {
    if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name))
      problems.push(`plan "${name}": the name must be a lower-case word`);
    else if (!isRecord(fields)) problems.push(`plan "${name}" must be a JSON object`);
    else plans.set(name, parsePlan(name, fields, problems));
  }
  if (plans.size === 0 && problems.length === 0) problems.push('the catalogue has no plans');
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: plans };
}

function parsePlan(name: string, fields: Record<string, unknown>, problems: string[]): Plan {
  const known: string[] = [...limitNames, ...featureNames];
  for (const field of Object.keys(fields)) {
    if (!known.includes(field)) problems.push(`plan "${name}": unknown field "${field}"`);
  }
  const limits: Partial<Limits> = {};
  for (const limit of limitNames) {
    const { field, whenMissing } = planLimits[limit];
    if (fields[limit] === undefined && whenMissing === 'unlimited') {
      limits[field] = Number.POSITIVE_INFINITY;
      continue;
    }
    const problem = limitProblem(limit, fields[limit]);
    if (problem !== null) problems.push(`plan "${name}": ${problem}`);
    limits[field] = fields[limit] as number;
  }
  const features: Partial<Features> = {};
  for (const feature of featureNames) {
    const { field, isRequired } = planFeatures[feature];
    const value = isRequired ? fields[feature] : (fields[feature] ?? false);
    if (typeof value !== 'boolean') problems.push(`plan "${name}": ${feature} must be true or false`);
    features[field] = value as boolean;
  }
  return { name, limits: limits as Limits, ...(features as Features) };
}

/** The limits of a plan with the overrides of an account. */
export function applyLimitOverrides(plan: Plan, overrides: unknown): Parsed<Limits> {
  if (!isRecord(overrides)) return { ok: false, problems: ['limit overrides must be a JSON object'] };
  const limits = { ...plan.limits };
  const problems: string[] = [];
  for (const [name, value] of Object.entries(overrides)) {
    const problem = isLimitName(name) ? limitProblem(name, value) : `unknown limit "${name}"`;
    if (problem !== null) problems.push(problem);
    else if (isLimitName(name)) limits[planLimits[name].field] = value as number;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: limits };
}

/** For actors without a plan. */
export const boundless: Plan = {
  name: 'operator',
  limits: Object.fromEntries(
    limitNames.map((name) => [planLimits[name].field, Number.POSITIVE_INFINITY]),
  ) as Limits,
  ...(Object.fromEntries(featureNames.map((name) => [planFeatures[name].field, true])) as Features),
};

export function limitProblem(name: LimitName, value: unknown): string | null {
  const { min } = planLimits[name];
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= limitMax) return null;
  return `${name} must be a whole number from ${min} to ${limitMax}, not ${JSON.stringify(value)}`;
}

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(planLimits, name);
}
