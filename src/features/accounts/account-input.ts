import { parseEmailAddress } from '#core/email-address.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { applyLimitOverrides, type PlanCatalogue } from '#core/plan.ts';
import { parseTimeZone } from '#core/time-zone.ts';
import { isUniqueViolation } from '#platform/postgres.ts';

/** Settings of an account. Absent: unchanged, or the default. */
export interface AccountInput {
  email?: string;
  plan?: string;
  timeZone?: string;
  /** Null: as in the plan. */
  apiAccess?: boolean | null;
  /** Null removes one override. */
  limits?: Record<string, number | null>;
}

/** Checks the values and reports problems; returns them in canonical form. */
export function checkAccountInput(plans: PlanCatalogue, input: AccountInput): AccountInput {
  const checked = { ...input };
  if (input.email !== undefined) checked.email = checkEmail(input.email);
  if (input.plan !== undefined && !plans.has(input.plan)) {
    throw new Refusal(
      'invalid_request',
      `There is no plan "${input.plan}". Plans: ${[...plans.keys()].join(', ')}.`,
    );
  }
  if (input.timeZone !== undefined) {
    const zone = parseTimeZone(input.timeZone);
    if (zone === null) {
      throw new Refusal(
        'invalid_request',
        `"${input.timeZone}" is not an IANA time zone. Use a name such as Europe/Berlin.`,
      );
    }
    checked.timeZone = zone;
  }
  return checked;
}

/** The overrides of an account after a change, checked against its plan. */
export function mergeLimitOverrides(
  plans: PlanCatalogue,
  planName: string,
  current: unknown,
  change: Record<string, number | null>,
): string {
  const merged = { ...(current as Record<string, unknown>), ...change };
  const overrides = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const plan = plans.get(planName);
  if (plan === undefined)
    throw new Refusal('invalid_request', `The catalogue no longer has the plan "${planName}".`);
  const applied = applyLimitOverrides(plan, overrides);
  if (!applied.ok) throw new Refusal('invalid_request', `${applied.problems.join('; ')}.`);
  return JSON.stringify(overrides);
}

function checkEmail(email: string): string {
  const address = parseEmailAddress(`"${email}"`, email);
  if (!address.ok) throw invalidRequest(address);
  return address.value;
}

/** The error for an address that is in use, instead of PostgreSQL's. */
export function explainTakenEmail(error: unknown, email: string | undefined): unknown {
  if (!isUniqueViolation(error)) return error;
  return new Refusal('conflict', `An account with the email address ${email} already exists.`);
}
