import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { findAccount } from '../accounts/account-queries.ts';
import type { KeyDirectory } from '../api-keys/key-directory.ts';
import type { Db } from '../database.ts';
import { findMembership } from '../sign-in/membership-queries.ts';
import type { PlannedRow } from './planned-queries.ts';
import type { Planner } from './schedule-change.ts';

interface PlannerParts {
  plans: PlanCatalogue;
  keys: Pick<KeyDirectory, 'findById'>;
}

/** Who planned a change, with what they may do now. */
export async function findPlanner(
  db: Db,
  { plans, keys }: PlannerParts,
  { account_id: accountId, actor_kind: kind, actor_id: id }: PlannedRow,
): Promise<Planner> {
  if (kind === 'member') return findMember(db, plans, accountId, id);
  const lookup = await keys.findById(id);
  if (lookup.kind === 'misconfigured')
    throw new Refusal(
      'service_unavailable',
      'The limits of this account are misconfigured. Contact support.',
    );
  if (lookup.kind !== 'actor' || lookup.actor.accountId !== accountId)
    throw new Refusal('forbidden', 'The API key that planned this was revoked.');
  if (lookup.suspendedReason !== null) throw new Refusal('account_suspended', 'This account is suspended.');
  if (!lookup.actor.entitlements.apiAccess)
    throw new Refusal('api_access_disabled', 'The plan of this account has no access to the API any more.');
  return lookup.actor;
}

async function findMember(db: Db, plans: PlanCatalogue, accountId: string, userId: string): Promise<Planner> {
  const [membership, account] = await Promise.all([
    findMembership(db, userId, { accountId }),
    findAccount(db, accountId),
  ]);
  if (membership === undefined || account === undefined || account.erased_at !== null)
    throw new Refusal('forbidden', 'The member who planned this has left the account.');
  if (account.suspended_at !== null) throw new Refusal('account_suspended', 'This account is suspended.');
  const entitlements = entitlementsOf(plans, account);
  if (!entitlements.ok)
    throw new Refusal(
      'service_unavailable',
      'The limits of this account are misconfigured. Contact support.',
    );
  const projects = new Map(Object.entries(membership.projects));
  return {
    kind: 'member',
    accountId,
    userId,
    role: membership.role,
    projects,
    entitlements: entitlements.value,
  };
}
