import { Refusal } from '#core/errors.ts';
import { isLastWayIn } from '#features/members/member-queries.ts';
import type { SignedIn } from '#features/sign-in/create-auth.ts';
import { listEnforcingAccounts } from '#features/sso/sso-queries.ts';
import type { ApiContext } from '../api-context.ts';

/**
 * An owner with two factors can bypass single sign-on. So a password alone must not add the second factor while it is required, and the last
 * such owner must not remove theirs.
 */
export async function guardSecondFactor({ db }: ApiContext, { user }: SignedIn, path: string): Promise<void> {
  const accounts = await listEnforcingAccounts(db, user.id);
  if (accounts.length === 0) return;
  if (path !== '/two-factor/disable' && user.twoFactorEnabled !== true)
    throw new Refusal(
      'forbidden',
      'You own an account that requires single sign-on. Ask another owner to turn this off while you add a second factor.',
    );
  if (path !== '/two-factor/disable') return;
  for (const accountId of accounts)
    if (await isLastWayIn(db, accountId, user.id))
      throw new Refusal(
        'conflict',
        'You are the only owner who can get in without single sign-on. Another owner needs two factors first.',
      );
}
