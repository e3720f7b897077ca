import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '#features/sign-in/hash-password.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { BrowserSession } from '../scratch/browser-session.ts';
import type { TestApi } from '../scratch/test-api.ts';

const password = 'correct horse battery';

/** A signed-in user who chose a password with a link from a mail. The mail is skipped: another test reads it. */
export async function signedIn(
  api: TestApi,
  address: string,
  email = `${randomBytes(5).toString('hex')}@example.com`,
): Promise<BrowserSession> {
  const id = newUuid();
  await sql`insert into auth_users (id, name, email, email_verified) values (${id}, 'Ada', ${email}, true)`.execute(
    api.db,
  );
  await sql`insert into auth_accounts (id, account_id, provider_id, user_id, password, updated_at)
    values (${newUuid()}, ${id}, 'credential', ${id}, ${await hashPassword(password)}, now())`.execute(
    api.db,
  );
  const session = new BrowserSession(api, address);
  await session.post('/dashboard/api/auth/sign-in/email', { email, password });
  return session;
}
