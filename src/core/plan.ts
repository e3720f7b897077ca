import { isRecord } from './is-record.ts';

/**
 * The catalogue of plans (D51, D52). Whatever is malformed is a problem with a name; nothing malformed
 * ever means "unlimited" (specification, Limits).
 */
const limitFields = {
  qr_codes: { field: 'qrCodes', min: 0 },
  requests_per_second: { field: 'requestsPerSecond', min: 1 },
  requests_per_minute: { field: 'requestsPerMinute', min: 1 },
  requests_per_day: { field: 'requestsPerDay', min: 1 },
  api_keys: { field: 'apiKeys', min: 0 },
  projects: { field: 'projects', min: 0 },
  domains: { field: 'domains', min: 0 },
} as const;

const switchFields = {
  api_access: 'apiAccess',
  advanced_redirects: 'advancedRedirects',
  qr_creation: 'qrCreation',
} as const;

/** A catalogue from before these existed has no such limit (D79). */
const laterLimits: ReadonlySet<LimitName> = new Set(['projects', 'domains']);

const limitMax = 1_000_000_000;

export type LimitName = keyof typeof limitFields;
export const limitNames = Object.keys(limitFields) as LimitName[];

export type Limits = Record<(typeof limitFields)[LimitName]['field'], number>;
type Switches = Record<(typeof switchFields)[keyof typeof switchFields], boolean>;
export type Plan = { name: string; limits: Limits } & Switches;
export type PlanCatalogue = ReadonlyMap<string, Plan>;

type Parsed<Value> = { ok: true; value: Value } | { ok: false; problems: string[] };

export function parsePlanCatalogue(source: unknown): Parsed<PlanCatalogue> {
  if (!isRecord(source))
    return { ok: false, problems: ['the catalogue must be a JSON object, one key a plan'] };
  const problems: string[] = [];
  const plans = new Map<string, Plan>();
  for (const [name, fields] of Object.entries(source)) {
    if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) problems.push(`plan "${name}": a name is a lower-case word`);
    else if (!isRecord(fields)) problems.push(`plan "${name}" must be a JSON object`);
    else plans.set(name, parsePlan(name, fields, problems));
  }
  if (plans.size === 0 && problems.length === 0) problems.push('the catalogue has no plan');
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: plans };
}

function parsePlan(name: string, fields: Record<string, unknown>, problems: string[]): Plan {
  const known = [...limitNames, ...Object.keys(switchFields)];
  for (const field of Object.keys(fields)) {
    if (!known.includes(field)) problems.push(`plan "${name}": unknown field "${field}"`);
  }
  const limits: Partial<Limits> = {};
  for (const limit of limitNames) {
    if (fields[limit] === undefined && laterLimits.has(limit)) {
      limits[limitFields[limit].field] = Number.POSITIVE_INFINITY;
      continue;
    }
    const problem = limitProblem(limit, fields[limit]);
    if (problem !== null) problems.push(`plan "${name}": ${problem}`);
    limits[limitFields[limit].field] = fields[limit] as number;
  }
  const switches: Partial<Switches> = {};
  for (const [key, field] of Object.entries(switchFields)) {
    if (typeof fields[key] !== 'boolean') problems.push(`plan "${name}": ${key} must be true or false`);
    switches[field] = fields[key] as boolean;
  }
  return { name, limits: limits as Limits, ...(switches as Switches) };
}

/** A plan's limits with an account's single overrides laid over them. */
export function applyLimitOverrides(plan: Plan, overrides: unknown): Parsed<Limits> {
  if (!isRecord(overrides)) return { ok: false, problems: ['limit overrides must be a JSON object'] };
  const limits = { ...plan.limits };
  const problems: string[] = [];
  for (const [name, value] of Object.entries(overrides)) {
    const problem = isLimitName(name) ? limitProblem(name, value) : `unknown limit "${name}"`;
    if (problem !== null) problems.push(problem);
    else if (isLimitName(name)) limits[limitFields[name].field] = value as number;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: limits };
}

/** For those whom no plan binds. */
export const boundless: Plan = {
  name: 'operator',
  limits: Object.fromEntries(
    Object.values(limitFields).map(({ field }) => [field, Number.POSITIVE_INFINITY]),
  ) as Limits,
  apiAccess: true,
  advancedRedirects: true,
  qrCreation: true,
};

export function limitProblem(name: LimitName, value: unknown): string | null {
  const { min } = limitFields[name];
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= limitMax) return null;
  return `${name} must be a whole number from ${min} to ${limitMax}, not ${JSON.stringify(value)}`;
}

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limitFields, name);
}
