import assert from 'node:assert';
import { Refusal } from '#core/errors.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { createAccount } from '../accounts/create-account.ts';
import { actAs } from '../act-as.ts';
import type { Db } from '../database.ts';
import type { SignedIn } from './create-auth.ts';
import {
  findAccountByEmail,
  findMembership,
  insertFirstMember,
  type Membership,
} from './membership-queries.ts';

/**
 * The account that a signed-in user works on. A user without any gets one with the first request. If an operator created one for this address
 * before, the user gets that one, because the address was proved to be theirs.
 * @param accountId the account that the user chose, or null.
 * @param timeZone of a new account.
 */
export async function ensureAccount(
  db: Db,
  plans: PlanCatalogue,
  { user, session }: SignedIn,
  accountId: string | null,
  timeZone: string,
): Promise<Membership> {
  const choice = { accountId, sessionId: session.id };
  const known = await findMembership(db, user.id, choice);
  if (known !== undefined) return known;
  if (accountId !== null) throw noAccess();
  assert(user.emailVerified, 'nobody is signed in whose address is not verified');
  const ownDb = actAs(db, { kind: 'member', userId: user.id });
  const ownId =
    (await findAccountByEmail(db, user.email)) ?? (await makeAccount(ownDb, plans, user.email, timeZone));
  await insertFirstMember(ownDb, user.id, ownId);
  const own = await findMembership(db, user.id, choice);
  if (own === undefined)
    throw new Refusal(
      'conflict',
      'The account of this address belongs to another user. Contact the operator of this service.',
    );
  return own;
}

/** For somebody who was removed, or never was a member. */
export function noAccess(): Refusal {
  return new Refusal('forbidden', "You don't have access to this account. Reload the page.");
}

async function makeAccount(db: Db, plans: PlanCatalogue, email: string, timeZone: string): Promise<string> {
  try {
    const { account } = await createAccount(db, plans, { email, plan: 'free', timeZone });
    return account.account_id;
  } catch (error) {
    // Created by another request of the same user a moment ago.
    const existing = error instanceof Refusal ? await findAccountByEmail(db, email) : undefined;
    if (existing === undefined) throw error;
    return existing;
  }
}
