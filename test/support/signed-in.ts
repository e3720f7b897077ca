import { randomBytes } from 'node:crypto';
import { createAuth } from '#features/sign-in/create-auth.ts';
import { BrowserSession } from './browser-session.ts';
import type { TestApi } from './test-api.ts';

/** Somebody with a confirmed address, signed in. Mails are skipped: another test reads them. */
export async function signedIn(api: TestApi, address: string): Promise<BrowserSession> {
  const email = `${randomBytes(5).toString('hex')}@example.com`;
  const body = { name: 'Ada', email, password: 'correct horse battery' };
  const auth = createAuth(api.db, api.config);
  const url = `${api.config.apiBaseUrl}/dashboard/api/auth/sign-up/email`;
  const headers = {
    'content-type': 'application/json',
    origin: api.config.apiBaseUrl,
    'x-waypost-client': address,
  };
  await auth.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  await api.db
    .updateTable('auth_users' as never)
    .set({ email_verified: true } as never)
    .where('email' as never, '=', email as never)
    .execute();
  const session = new BrowserSession(api, address);
  await session.post('/dashboard/api/auth/sign-in/email', { email, password: body.password });
  return session;
}
