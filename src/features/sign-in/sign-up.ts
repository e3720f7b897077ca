import { parseEmailAddress } from '#core/email-address.ts';
import { invalidRequest } from '#core/errors.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { countTry, tryLimits } from './count-try.ts';
import type { Auth } from './create-auth.ts';
import { insertUser } from './membership-queries.ts';

/**
 * The same for known and unknown addresses: a mail with a link to choose a password. So nobody learns who has an account, and nobody's password
 * is in the account of the person who later proves to own the mailbox.
 */
export async function signUp(
  db: Db,
  auth: Auth,
  { secrets, apiBaseUrl }: { secrets: Secrets; apiBaseUrl: string },
  input: { name: string; email: string },
): Promise<void> {
  const name = parseTextField('name', input.name, { min: 1, max: 120 });
  if (!name.ok) throw invalidRequest(name);
  const address = parseEmailAddress('email', input.email);
  if (!address.ok) throw invalidRequest(address);
  const email = address.value;
  if (!(await countTry(db, secrets, email, tryLimits.mail))) return;
  await insertUser(db, { id: newUuid(), name: name.value, email });
  await auth.api.requestPasswordReset({
    body: { email, redirectTo: `${apiBaseUrl}/dashboard/choose-password` },
  });
}
