import type { PlanCatalogue } from '#core/plan.ts';
import type { Db } from '../database.ts';
import {
  type AccountInput,
  checkAccountInput,
  explainTakenEmail,
  mergeLimitOverrides,
} from './account-input.ts';
import {
  type AccountChange,
  type AccountRow,
  lockAccount,
  updateAccount,
  updateKeysRevoked,
} from './account-queries.ts';

/** A change by an operator. A new email address means a new owner: the database ends all sessions, and this revokes all keys. */
export async function changeAccount(
  db: Db,
  plans: PlanCatalogue,
  accountId: string,
  raw: AccountInput,
): Promise<AccountRow | null> {
  const input = checkAccountInput(plans, raw);
  try {
    return await db.transaction().execute(async (tx) => {
      const current = await lockAccount(tx, accountId);
      if (current === undefined) return null;
      const change: AccountChange = {};
      if (input.email !== undefined) change.email = input.email;
      if (input.plan !== undefined) change.plan = input.plan;
      if (input.timeZone !== undefined) change.time_zone = input.timeZone;
      if (input.apiAccess !== undefined) change.api_access = input.apiAccess;
      if (input.limits !== undefined) {
        const plan = input.plan ?? current.plan;
        change.limit_overrides = mergeLimitOverrides(plans, plan, current.limit_overrides, input.limits);
      }
      const isMoved =
        change.email !== undefined && change.email.toLowerCase() !== current.email.toLowerCase();
      if (isMoved) await updateKeysRevoked(tx, accountId);
      return updateAccount(tx, accountId, change);
    });
  } catch (error) {
    throw explainTakenEmail(error, raw.email);
  }
}
