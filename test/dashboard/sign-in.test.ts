import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAccount } from '#features/accounts/create-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { mailTo as readMailTo } from '../support/data/mail-reader.ts';
import { totp } from '../support/data/totp.ts';
import { SmtpDouble } from '../support/doubles/smtp-double.ts';
import { until } from '../support/measure/until.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const auth = '/dashboard/api/auth';
const password = 'correct horse battery';

let api: TestApi;
let smtp: SmtpDouble;
let worker: ProcessPart;
let addresses = 0;

before(async () => {
  smtp = await SmtpDouble.start();
  api = await startTestApi({
    environment: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Waypost <hello@waypost.example>',
      API_BASE_URL: 'https://app.example.com',
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
  });
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  smtp.close();
});

const newEmail = () => `${randomBytes(5).toString('hex')}@example.com`;
/** Every user has their own address, so that limits don't interfere. */
const newSession = () => new BrowserSession(api, `198.51.100.${(addresses = (addresses + 1) % 250)}`);

const mailTo = (email: string, subject: RegExp) => readMailTo(smtp, email, subject);

const linkIn = (mail: string) => new URL(/https:\/\/app\.example\.com\S+/.exec(mail)?.[0] ?? '');

const askToSignUp = (email: string, name = 'Ada') =>
  newSession().post('/dashboard/api/sign-up', { name, email });

/** Follows the link of a mail and chooses a password there. */
async function choosePassword(email: string, subject: RegExp, chosen = password) {
  const link = linkIn(await mailTo(email, subject));
  const opened = await newSession().get(link.pathname + link.search);
  assert.equal(opened.status, 302);
  const page = new URL(opened.headers.get('location') ?? '');
  assert.equal(page.origin, 'https://app.example.com');
  const token = page.searchParams.get('token');
  return { token, answer: await newSession().post(`${auth}/reset-password`, { newPassword: chosen, token }) };
}

async function signUp(email = newEmail()) {
  assert.equal((await askToSignUp(email)).status, 200);
  assert.equal((await choosePassword(email, /Subject: Welcome/)).answer.status, 200);
  const session = newSession();
  assert.equal((await signIn(session, email)).status, 200);
  return { session, email };
}

const signIn = (session: BrowserSession, email: string, secret = password) =>
  session.post(`${auth}/sign-in/email`, { email, password: secret });

describe('signing up', () => {
  test('the owner of the mailbox chooses the password; then an account with its default project exists, and not before', async () => {
    const email = newEmail();
    assert.equal((await askToSignUp(email)).status, 200);
    assert.equal((await signIn(newSession(), email)).status, 401);
    assert.equal((await choosePassword(email, /Subject: Welcome/)).answer.status, 200);
    const session = newSession();
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
    assert.equal((await signIn(session, email)).status, 200);
    const { status, body } = await session.get('/dashboard/api/me');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.user.email, email);
    assert.equal(body.account.plan, 'free');
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from projects join accounts using (account_id)
      where email = ${email} and is_default`.execute(api.db);
    assert.equal(rows[0]?.count, 1);
  });

  test('nobody can set a password before the owner of the address comes', async () => {
    const email = newEmail();
    for (const path of [
      '/sign-up/email',
      '/verify-email',
      '/send-verification-email',
      '/update-user',
      '/change-email',
      '/delete-user',
      '/link-social',
      '/error',
    ])
      assert.equal((await newSession().post(auth + path, { name: 'x', email, password })).status, 404, path);
    await askToSignUp(email, 'Mallory');
    assert.equal((await signIn(newSession(), email)).status, 401);
    // Opening the link alone changes nothing, because mail scanners open links.
    const link = linkIn(await mailTo(email, /Subject: Welcome/));
    const opened = await newSession().get(link.pathname + link.search);
    assert.equal(opened.headers.getSetCookie().length, 0);
    assert.equal((await signIn(newSession(), email)).status, 401);
  });

  test('an account that an operator created for the address is used', async () => {
    const email = newEmail();
    const plans = await loadPlanCatalogue(api.config.plansFile);
    await createAccount(api.db, plans, { email, plan: 'pro' });
    const { session } = await signUp(email);
    assert.equal((await session.get('/dashboard/api/me')).body.account.plan, 'pro');
  });

  test('ten concurrent first requests create one account', async () => {
    const { session, email } = await signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => session.get('/dashboard/api/me')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from accounts where email = ${email}`.execute(api.db);
    assert.equal(rows[0]?.count, 1);
  });

  test('a mail that the server refused is sent again', async () => {
    smtp.failures = 1;
    await signUp();
    assert.equal(smtp.failures, 0);
  });

  test('a password of fewer than 10 characters is refused; stored ones are Argon2id', async () => {
    const email = newEmail();
    await askToSignUp(email);
    assert.equal((await choosePassword(email, /Subject: Welcome/, 'short')).answer.status, 400);
    await signUp();
    const { rows } = await sql<{
      password: string;
    }>`select password from auth_accounts where password is not null`.execute(api.db);
    assert.ok(
      rows.length > 0 && rows.every((row) => row.password.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')),
    );
  });

  test('an invalid name or address is refused with a reason, and stored nowhere', async () => {
    for (const [name, email] of [
      ['a\u0000', newEmail()],
      ['', newEmail()],
      ['x'.repeat(121), newEmail()],
      ['Ada', 'nobody'],
      ['Ada', 'a b@example.com'],
      ['Ada', `${'x'.repeat(300)}@example.com`],
    ] as const)
      assert.equal((await askToSignUp(email, name)).status, 400, JSON.stringify([name, email]));
  });

  test('an account that moves to another address belongs only to the new owner', async () => {
    const { session, email } = await signUp();
    assert.equal((await session.get('/dashboard/api/me')).status, 200);
    const next = newEmail();
    await api.db
      .updateTable('accounts')
      .set({ email: next, plan: 'pro' })
      .where('email', '=', email)
      .execute();
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
    const { session: heir } = await signUp(next);
    assert.equal((await heir.get('/dashboard/api/me')).body.account.plan, 'pro');
    const again = newSession();
    await signIn(again, email);
    assert.equal((await again.get('/dashboard/api/me')).body.account.plan, 'free');
  });
});

describe('nobody learns who has an account', () => {
  const shape = ({ status, body }: { status: number; body: unknown }) =>
    [status, JSON.stringify(body).replace(/"(id|email|createdAt|updatedAt)":"[^"]*"/g, '"$1":""')].join(' ');

  test('from signing up, signing in, or requesting a new password', async () => {
    const { email } = await signUp();
    const unknown = newEmail();
    const both = await Promise.all([
      askToSignUp(email),
      askToSignUp(newEmail()),
      askToSignUp(unknown),
      askToSignUp(unknown),
    ]);
    assert.equal(new Set(both.map(shape)).size, 1);
    assert.match(
      await mailTo(email, /Subject: Choose a new password/),
      /tried to sign up with this email address again/,
    );
    assert.equal(
      shape(await signIn(newSession(), email, 'wrong password!')),
      shape(await signIn(newSession(), newEmail(), 'wrong password!')),
    );
    const reset = (address: string) =>
      newSession().post(`${auth}/request-password-reset`, { email: address, redirectTo: '/dashboard/reset' });
    assert.equal(shape(await reset(email)), shape(await reset(newEmail())));
  });

  test('a mailbox gets at most five mails per hour, and the response stays the same', async () => {
    const email = newEmail();
    const answers = [];
    for (let time = 0; time < 8; time++) answers.push(shape(await askToSignUp(email)));
    assert.equal(new Set(answers).size, 1);
    const received = () => smtp.mails.filter(({ to }) => to === email).length;
    await until('five mails', () => received() >= 5);
    await sleep(1_500);
    assert.equal(received(), 5);
  });
});

describe('a session', () => {
  test('is a __Host- cookie that scripts can’t read and other sites don’t send', async () => {
    const { session } = await signUp();
    const cookie = session.setCookies.find((text) => text.includes('session_token')) ?? '';
    assert.match(cookie, /^__Host-waypost\.session_token=/);
    for (const attribute of [/; Path=\/(;|$)/i, /; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i])
      assert.match(cookie, attribute);
    assert.doesNotMatch(cookie, /domain=/i);
  });

  test('is listed with the others, and ends at once when it is revoked', async () => {
    const { session, email } = await signUp();
    const other = newSession();
    assert.equal((await signIn(other, email)).status, 200);
    const { body: sessions } = await session.get(`${auth}/list-sessions`);
    assert.equal(sessions.length, 2);
    assert.equal((await session.post(`${auth}/revoke-other-sessions`)).status, 200);
    assert.equal((await other.get('/dashboard/api/me')).status, 401);
    assert.equal((await session.get('/dashboard/api/me')).status, 200);
    assert.equal((await session.post(`${auth}/sign-out`)).status, 200);
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
  });

  test('a forged or changed cookie is worthless', async () => {
    const { session } = await signUp();
    const [name = '', value = ''] = [...session.cookies].find(([key]) => key.includes('session_token')) ?? [];
    for (const forged of [
      '',
      'x',
      value.slice(0, -3),
      `${value}x`,
      value.replace('.', ''),
      encodeURIComponent('a.b'),
    ]) {
      const thief = newSession();
      thief.cookies.set(name, forged);
      assert.equal((await thief.get('/dashboard/api/me')).status, 401, forged);
    }
  });

  test('cross-origin POSTs are 403, also with the right cookie', async () => {
    const { session } = await signUp();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://app.example.com.evil.example' },
    ] as Record<string, string>[])
      assert.equal((await session.post(`${auth}/sign-out`, {}, headers)).status, 403, headers['origin']);
    assert.equal((await session.get('/dashboard/api/me')).status, 200);
  });
});

describe('a forgotten password', () => {
  test('is replaced with a link that works once, and all sessions end', async () => {
    const { session, email } = await signUp();
    await newSession().post(`${auth}/request-password-reset`, { email, redirectTo: '/dashboard/reset' });
    const next = 'another long password';
    const { token, answer } = await choosePassword(email, /Subject: Choose a new password/, next);
    assert.equal(answer.status, 200);
    assert.equal(
      (await newSession().post(`${auth}/reset-password`, { newPassword: next, token })).status,
      400,
    );
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
    assert.equal((await signIn(newSession(), email)).status, 401);
    assert.equal((await signIn(newSession(), email, next)).status, 200);
    const { rows } = await sql<{ identifier: string }>`select identifier from auth_verifications`.execute(
      api.db,
    );
    assert.ok(rows.every(({ identifier }) => !identifier.includes(token ?? '')));
  });
});

describe('two factors', () => {
  test('once turned on, the password alone is not enough; a code of the app or a backup code works, once', async () => {
    const { session, email } = await signUp();
    const enabled = await session.post(`${auth}/two-factor/enable`, { password });
    assert.equal(enabled.status, 200, JSON.stringify(enabled.body));
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
    assert.equal((await session.post(`${auth}/two-factor/verify-totp`, { code: totp(secret) })).status, 200);
    const half = newSession();
    const first = await signIn(half, email);
    assert.equal(first.body.twoFactorRedirect, true);
    assert.equal((await half.get('/dashboard/api/me')).status, 401);
    assert.equal((await half.post(`${auth}/two-factor/verify-totp`, { code: '000000' })).status, 401);
    assert.equal((await half.post(`${auth}/two-factor/verify-totp`, { code: totp(secret) })).status, 200);
    assert.equal((await half.get('/dashboard/api/me')).status, 200);
    const [backup] = enabled.body.backupCodes;
    for (const expected of [200, 401]) {
      const next = newSession();
      await signIn(next, email);
      assert.equal(
        (await next.post(`${auth}/two-factor/verify-backup-code`, { code: backup })).status,
        expected,
      );
    }
  });
});

describe('limits', () => {
  test('guessing from one address gets 429 after ten tries per minute; others are not affected', async () => {
    const { email } = await signUp();
    const guesser = newSession();
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess++)
      statuses.push((await signIn(guesser, email, `wrong password ${guess}`)).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    assert.equal((await signIn(newSession(), email)).status, 200);
  });

  test('unlisted paths get 404 and leave nothing behind', async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from auth_rate_limits`.execute(api.db))
        .rows[0]?.count;
    const before = await count();
    for (let path = 0; path < 50; path++)
      assert.equal((await newSession().get(`${auth}/x/${path}`)).status, 404);
    assert.equal(await count(), before);
  });

  test('an address that a client claims doesn’t count', async () => {
    const guesser = newSession();
    let last = 0;
    for (let guess = 0; guess < 12; guess++) {
      const headers = { 'x-waypost-client': `203.0.113.${guess}` };
      last = (
        await guesser.post(
          `${auth}/sign-in/email`,
          { email: newEmail(), password: 'wrong password!' },
          headers,
        )
      ).status;
    }
    assert.equal(last, 429);
  });
});
