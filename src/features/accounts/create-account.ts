import type { PlanCatalogue } from '#core/plan.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import {
  type AccountInput,
  checkAccountInput,
  explainTakenEmail,
  mergeLimitOverrides,
} from './account-input.ts';
import { type AccountRow, insertAccount, insertInitialProject } from './account-queries.ts';

/** Creates an account with its default project. */
export async function createAccount(
  db: Db,
  plans: PlanCatalogue,
  raw: AccountInput & { email: string },
): Promise<{ account: AccountRow; defaultProjectId: string }> {
  const input = checkAccountInput(plans, raw);
  const plan = input.plan ?? 'free';
  const defaultProjectId = newUuid();
  try {
    const account = await db.transaction().execute(async (tx) => {
      const inserted = await insertAccount(tx, {
        account_id: newUuid(),
        email: input.email ?? raw.email,
        plan,
        time_zone: input.timeZone ?? 'UTC',
        api_access: input.apiAccess ?? null,
        limit_overrides: mergeLimitOverrides(plans, plan, {}, input.limits ?? {}),
      });
      await insertInitialProject(tx, defaultProjectId, inserted.account_id);
      return inserted;
    });
    return { account, defaultProjectId };
  } catch (error) {
    throw explainTakenEmail(error, raw.email);
  }
}
