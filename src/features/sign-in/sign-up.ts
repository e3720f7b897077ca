import { parseTextField } from '#core/text-field.ts';
import type { Config } from '#platform/config.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import { OperationRefused } from '../operation-refused.ts';
import { countTry, tryLimits } from './count-try.ts';
import type { Auth } from './create-auth.ts';
import { insertUser } from './membership-queries.ts';

const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;
const emailLengthMax = 254;

/**
 * The same for an address that is known and for one that is not: a mail with a link to choose a password. So nobody learns who has an
 * account, and nobody's password stands in the account of whoever later proves that the mailbox is theirs.
 */
export async function signUp(
  db: Db,
  auth: Auth,
  config: Config,
  input: { name: string; email: string },
): Promise<void> {
  const name = parseTextField('name', input.name, { min: 1, max: 120 });
  if (!name.ok) throw new OperationRefused('invalid', name.message);
  const email = input.email.trim().toLowerCase();
  if (email.length > emailLengthMax || !emailPattern.test(email))
    throw new OperationRefused('invalid', 'email must be an e-mail address.');
  if (!(await countTry(db, config.secretKey, email, tryLimits.mail))) return;
  await insertUser(db, { id: newUuid(), name: name.value, email });
  await auth.api.requestPasswordReset({
    body: { email, redirectTo: `${config.apiBaseUrl}/dashboard/choose-password` },
  });
}
