import { Refusal } from '#core/errors.ts';
import type { SignedIn } from '#features/sign-in/create-auth.ts';
import { isRecentlyProved } from '#features/sign-in/session-queries.ts';
import type { ApiContext } from '../api-context.ts';

const provedMinutes = 10;

/**
 * For actions that would outlive a stolen session: the user must have given their password or passkey within the last ten
 * minutes.
 */
export async function requireProof({ db }: ApiContext, { session }: SignedIn): Promise<void> {
  if (!(await isRecentlyProved(db, session.id, provedMinutes)))
    throw new Refusal('reauthentication_required', 'Confirm your identity, then try again.');
}
