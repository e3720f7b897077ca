import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { logOptions } from '#platform/log.ts';
import { mailTo } from '../support/data/mail-reader.ts';
import { totp } from '../support/data/totp.ts';
import { SmtpDouble } from '../support/doubles/smtp-double.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const auth = '/dashboard/api/auth';
const password = 'correct horse battery';

let api: TestApi;
let smtp: SmtpDouble;
let worker: ProcessPart;
let addresses = 0;
const workerLog: string[] = [];

before(async () => {
  smtp = await SmtpDouble.start();
  api = await startTestApi({
    environment: {
      SMTP_URL: smtp.url,
      API_BASE_URL: 'https://app.example.com',
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
  });
  const log = pino(logOptions({ logLevel: 'debug' }, 'worker'), {
    write: (line: string) => void workerLog.push(line),
  });
  worker = await startWorker({ ...quietProcess(api.config), log });
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  smtp.close();
});

const newEmail = () => `${randomBytes(5).toString('hex')}@example.com`;
const newSession = () => new BrowserSession(api, `198.51.${(addresses += 1) >> 8}.${addresses & 255}`);
const linkIn = (mail: string) => new URL(/https:\/\/app\.example\.com\S+/.exec(mail)?.[0] ?? '');
const signIn = (session: BrowserSession, email: string, secret = password) =>
  session.post(`${auth}/sign-in/email`, { email, password: secret });

async function tokenFor(email: string, subject: RegExp): Promise<string> {
  const link = linkIn(await mailTo(smtp, email, subject));
  const opened = await newSession().get(link.pathname + link.search);
  return new URL(opened.headers.get('location') ?? '').searchParams.get('token') ?? '';
}

async function signUp(email = newEmail()) {
  await newSession().post('/dashboard/api/sign-up', { name: 'Ada', email });
  const token = await tokenFor(email, /Subject: Welcome/);
  const chosen = await newSession().post(`${auth}/reset-password`, { newPassword: password, token });
  assert.equal(chosen.status, 200, JSON.stringify(chosen.body));
  const session = newSession();
  assert.equal((await signIn(session, email)).status, 200);
  assert.equal((await session.get('/dashboard/api/me')).status, 200);
  return { email, session };
}

/** As if the sign-in had been longer ago. */
async function makeStale(email: string, minutes = 11): Promise<void> {
  await sql`update auth_sessions set proved_at = now() - ${minutes}::int * interval '1 minute'
    from auth_users where auth_users.id = user_id and email = ${email}`.execute(api.db);
}

describe('secrets in logs, jobs and tables', () => {
  test('no log, job or table contains a link or token of a sign-up, a reset or a failed mail', async () => {
    smtp.failures = 1;
    const { email, session } = await signUp();
    await newSession().post(`${auth}/request-password-reset`, {
      email,
      redirectTo: 'https://app.example.com/dashboard/choose-password',
    });
    const link = linkIn(await mailTo(smtp, email, /Subject: Choose a new password/));
    const token = link.pathname.split('/').at(-1) ?? '';
    await newSession().get(link.pathname + link.search);
    const key = (await session.post('/dashboard/api/keys', { name: 'shop' })).body.api_key as string;
    assert.ok(token.length > 20 && key.startsWith('api_live_'));
    const cookies = [...session.cookies.values()];
    const secrets = [
      token,
      key,
      password,
      ...cookies.map((value) => decodeURIComponent(value).split('.')[0] ?? ''),
    ];
    const logs = api.logged() + workerLog.join('');
    assert.match(logs, /"task":"send-sealed-mail"/);
    assert.match(logs, /a job failed/);
    for (const secret of secrets) assert.ok(!logs.includes(secret), `a log holds ${secret.slice(0, 6)}…`);
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename <> 'auth_sessions'`.execute(api.db);
    assert.ok(tables.length > 30);
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        api.db,
      );
      for (const { row } of rows)
        for (const secret of secrets)
          assert.ok(!row.includes(secret), `${name} holds ${secret.slice(0, 6)}…`);
    }
  });
});

describe('a stolen session', () => {
  test('can’t create keys, passkeys or exports, lead no events elsewhere, and erase nothing, without the password or a passkey', async () => {
    const { email, session } = await signUp();
    await sql`update accounts set plan = 'enterprise' where email = ${email}`.execute(api.db);
    const hooks = '/dashboard/api/webhooks';
    const { body: made } = await session.post(hooks, { url: 'https://example.com/hooks' });
    const endpoint = `${hooks}/${made.endpoint.endpoint_id}`;
    await makeStale(email);
    assert.equal((await session.send('PATCH', endpoint, { description: 'Stock' })).status, 200);
    const refused = [
      await session.post(hooks, { url: 'https://example.com/hooks' }),
      await session.send('PATCH', endpoint, { url: 'https://example.net/hooks' }),
      await session.send('PATCH', endpoint, { types: null }),
      await session.post(`${endpoint}/rotate-secret`, { expires_in: 0 }),
      await session.post('/dashboard/api/keys', { name: 'mine' }),
      await session.get(`${auth}/passkey/generate-register-options`),
      await session.post(`${auth}/passkey/verify-registration`, { response: {}, createSession: true }),
      await session.post(`${auth}/passkey/delete-passkey`, { id: 'x' }),
      await session.get('/dashboard/api/account/export'),
      await session.post('/dashboard/api/account/erasure'),
    ];
    for (const { status, body } of refused)
      assert.deepEqual([status, body.code], [403, 'reauthentication_required']);
    assert.equal((await session.get('/dashboard/api/keys')).status, 200, 'reading needs no proof');
    for (const path of [
      '/change-password',
      '/two-factor/enable',
      '/two-factor/disable',
      '/two-factor/generate-backup-codes',
    ]) {
      const body = {
        currentPassword: 'wrong password',
        password: 'wrong password',
        newPassword: 'another good one',
      };
      assert.equal((await session.post(auth + path, body)).status, 400, path);
    }
    assert.equal(
      (await session.post('/dashboard/api/reauthenticate', { password: 'not this one' })).status,
      400,
    );
    assert.equal((await session.post('/dashboard/api/reauthenticate', { password })).status, 200);
    assert.equal((await session.post('/dashboard/api/keys', { name: 'mine' })).status, 201);
  });

  test('the owner gets a mail about every change', async () => {
    const { email, session } = await signUp();
    const { body } = await session.post('/dashboard/api/keys', { name: 'till' });
    assert.match(await mailTo(smtp, email, /an api key was created/), /Its name is "till"/);
    await session.send('DELETE', `/dashboard/api/keys/${body.key.key_id}`);
    await mailTo(smtp, email, /an api key was revoked/);
    const enabled = await session.post(`${auth}/two-factor/enable`, { password });
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
    assert.equal((await session.post(`${auth}/two-factor/verify-totp`, { code: totp(secret) })).status, 200);
    await mailTo(smtp, email, /two-factor sign-in was turned on/);
    assert.equal((await session.post(`${auth}/two-factor/disable`, { password })).status, 200);
    await mailTo(smtp, email, /two-factor sign-in was turned off/);
    const changed = { currentPassword: password, newPassword: 'quite another battery' };
    assert.equal((await session.post(`${auth}/change-password`, changed)).status, 200);
    await mailTo(smtp, email, /the password was changed/);
    await session.post('/dashboard/api/account/erasure');
    await mailTo(smtp, email, /the account was scheduled for erasure/);
  });
});

describe('a password reset', () => {
  const ask = (email: string) =>
    newSession().post(`${auth}/request-password-reset`, {
      email,
      redirectTo: 'https://app.example.com/dashboard/choose-password',
    });

  test('ends all other requested links', async () => {
    const { email } = await signUp();
    await ask(email);
    const first = await tokenFor(email, /Subject: Choose a new password/);
    smtp.mails.length = 0;
    await ask(email);
    const second = await tokenFor(email, /Subject: Choose a new password/);
    assert.notEqual(first, second);
    const reset = (token: string) =>
      newSession().post(`${auth}/reset-password`, { newPassword: 'a brand new battery', token });
    assert.equal((await reset(second)).status, 200);
    assert.equal((await reset(first)).status, 400);
  });

  test('lists keys and passkeys, and revokes the selected ones', async () => {
    const { email, session } = await signUp();
    const made = await session.post('/dashboard/api/keys', { name: 'stolen' });
    await session.post('/dashboard/api/keys', { name: 'kept' });
    await sql`insert into auth_passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up, created_at)
      select ${email}, 'phone', 'x', id, ${email}, 0, 'singleDevice', false, now() from auth_users where email = ${email}`.execute(
      api.db,
    );
    await ask(email);
    const token = await tokenFor(email, /Subject: Choose a new password/);
    const preview = await newSession().post('/dashboard/api/password-reset/preview', { token });
    assert.deepEqual(preview.body.keys.map(({ name }: { name: string }) => name).sort(), ['kept', 'stolen']);
    assert.equal(preview.body.passkeys[0].name, 'phone');
    const body = {
      newPassword: 'a brand new battery',
      token,
      revokeKeys: [made.body.key.key_id],
      revokePasskeys: [preview.body.passkeys[0].passkey_id],
    };
    assert.equal((await newSession().post(`${auth}/reset-password`, body)).status, 200);
    await mailTo(smtp, email, /the password was reset/);
    const { rows } = await sql<{ name: string; live: boolean }>`
      select api_keys.name, revoked_at is null as live from api_keys join accounts using (account_id)
      where email = ${email} order by name`.execute(api.db);
    assert.deepEqual(rows, [
      { name: 'kept', live: true },
      { name: 'stolen', live: false },
    ]);
    const passkeys = await sql`select from auth_passkeys where id = ${email}`.execute(api.db);
    assert.equal(passkeys.rows.length, 0);
    assert.equal((await newSession().post('/dashboard/api/password-reset/preview', { token })).status, 404);
  });

  test('links share one limit per network, and no table stores their tokens', async () => {
    const guesser = newSession();
    const statuses = new Set<number>();
    for (let guess = 0; guess < 34; guess++)
      statuses.add(
        (await guesser.get(`${auth}/reset-password/guessed-token-${guess}?callbackURL=/dashboard`)).status,
      );
    assert.ok(statuses.has(429));
    const { rows } = await sql`select from auth_rate_limits where key like '%guessed-token%'`.execute(api.db);
    assert.equal(rows.length, 0);
  });
});

describe('guessing passwords', () => {
  test('strangers can’t lock the owner out: a device that signed in before passes', async () => {
    const { email, session } = await signUp();
    await session.post(`${auth}/sign-out`);
    for (let guess = 0; guess < 205; guess++)
      await signIn(new BrowserSession(api, `203.0.${guess}.1`), email, 'a wrong password');
    assert.equal((await signIn(newSession(), email)).status, 429, 'an unknown device waits');
    assert.equal((await signIn(session, email)).status, 200);
  });

  test('twenty tries for an account from one network are too many; a refusal by the network’s own limit counts for no account', async () => {
    const { email } = await signUp();
    const guesser = newSession();
    for (let guess = 0; guess < 40; guess++) await signIn(guesser, email, 'a wrong password');
    assert.equal((await signIn(guesser, email)).status, 429);
    assert.equal((await signIn(newSession(), email)).status, 200);
    await sql`update sign_in_tries set began_at = began_at - interval '2 minutes'`.execute(api.db);
    for (let guess = 0; guess < 10; guess++) await signIn(guesser, email, 'a wrong password');
    await sql`update sign_in_tries set began_at = began_at - interval '2 minutes'`.execute(api.db);
    const { status, headers } = await signIn(guesser, email);
    assert.deepEqual([status, headers.get('retry-after')], [429, '900']);
  });

  test('every password check counts, on every path', async () => {
    const { session } = await signUp();
    const wrong = { currentPassword: 'a wrong password', newPassword: 'another good one' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await session.post(`${auth}/change-password`, wrong)).status);
    assert.equal(statuses.at(-1), 429);
    assert.equal((await session.post('/dashboard/api/reauthenticate', { password })).status, 429);
  });

  test('a form can’t bypass the limits with another address', async () => {
    const { email } = await signUp();
    const body = { email: `r1&email=${email}&password=${encodeURIComponent(password)}&z=` };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await newSession().post(`${auth}/sign-in/email`, body, headers)).status, 415);
  });
});

describe('chosen passwords and addresses', () => {
  test('repeated characters and passwords of the common lists are refused, however long', async () => {
    const { session } = await signUp();
    for (const weak of [
      'aaaaaaaaaaaa',
      'abcabcabcabcabc',
      '1212121212',
      'qwertyuiop',
      'Password123',
      '1q2w3e4r5t',
      'short',
    ]) {
      const { status, body } = await session.post(`${auth}/change-password`, {
        currentPassword: password,
        newPassword: weak,
      });
      assert.deepEqual([status, body.code], [400, 'invalid_request'], weak);
      await sql`delete from sign_in_tries`.execute(api.db);
    }
  });

  test('an address with a name, a comment or a bracket is refused before anything is stored', async () => {
    for (const email of [
      'x<a@b.example>',
      '"a b"@b.example',
      'a@b.example(c)',
      'a@b',
      'a,b@c.example',
      'a@b.example\r\nBcc: x@y.example',
    ]) {
      assert.equal(
        (await newSession().post('/dashboard/api/sign-up', { name: 'Ada', email })).status,
        400,
        email,
      );
    }
    const { rows } = await sql`select from auth_users where email ~ '[<"(,]'`.execute(api.db);
    assert.equal(rows.length, 0);
  });

  test('unconfirmed sign-ups and ended sessions are removed', async () => {
    const [late, fresh] = [newEmail(), newEmail()];
    for (const email of [late, fresh])
      await newSession().post('/dashboard/api/sign-up', { name: 'Ada', email });
    await sql`update auth_users set created_at = now() - interval '8 days' where email = ${late}`.execute(
      api.db,
    );
    await sql`select graphile_worker.add_job('delete-sign-in-tries')`.execute(api.db);
    const isThere = async (email: string) =>
      (await sql`select from auth_users where email = ${email}`.execute(api.db)).rows.length === 1;
    for (let tries = 0; tries < 200 && (await isThere(late)); tries++) await sleep(50);
    assert.equal(await isThere(late), false);
    assert.equal(await isThere(fresh), true);
  });
});
