import assert from 'node:assert';
import { Refusal } from '#core/errors.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Db } from '../database.ts';
import type { SignedIn } from './create-auth.ts';
import {
  findAccountByEmail,
  findMembership,
  insertMembership,
  isMember,
  type Membership,
} from './membership-queries.ts';

/**
 * The account of a signed-in user. It is created with the first request. If an operator created one for this address before, the user gets that
 * one, because the address was proved to be theirs.
 */
export async function ensureAccount(db: Db, plans: PlanCatalogue, { user }: SignedIn): Promise<Membership> {
  const known = await findMembership(db, user.id);
  if (known !== undefined) return known;
  if (await isMember(db, user.id)) {
    // Another request of the same user may just have created it.
    const created = await findMembership(db, user.id);
    if (created !== undefined) return created;
    throw new Refusal('service_unavailable', 'Waypost is being upgraded. Try again in a minute.', {
      retryAfterSeconds: 60,
    });
  }
  assert(user.emailVerified, 'nobody is signed in whose address is not verified');
  const accountId = (await findAccountByEmail(db, user.email)) ?? (await makeAccount(db, plans, user.email));
  await insertMembership(db, user.id, accountId);
  const own = await findMembership(db, user.id);
  if (own === undefined)
    throw new Refusal(
      'conflict',
      'The account of this address belongs to another user. Contact the operator of this service.',
    );
  return own;
}

async function makeAccount(db: Db, plans: PlanCatalogue, email: string): Promise<string> {
  try {
    const { account } = await createAccount(db, plans, { email, plan: 'free' });
    return account.account_id;
  } catch (error) {
    // Created by another request of the same user a moment ago.
    const existing = error instanceof Refusal ? await findAccountByEmail(db, email) : undefined;
    if (existing === undefined) throw error;
    return existing;
  }
}
