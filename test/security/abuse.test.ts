import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { isWork, workText } from '#core/proof-of-work.ts';
import { parseConfig } from '#platform/config.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let scan: TestScan;
let account: TestAccount;

before(async () => {
  api = await startTestApi({
    environment: {
      TRUSTED_PROXIES: '127.0.0.1/32',
      PUBLIC_BASE_URL: 'https://go.waypost.example',
      OWN_HOSTS: 'qr.waypost.example',
      ALLOW_PRIVATE_DESTINATIONS: 'off',
      SIGN_UP_PROOF: 'on',
      MAIL_PER_HOUR: '3',
    },
  });
  scan = await startTestScan(api, { TRUSTED_PROXIES: '127.0.0.1/32', FIRST_CERTIFICATES_PER_DAY: '2' });
  account = await api.createAccount();
});
after(async () => {
  scan.stop();
  await api.close();
});

const environment = () => ({ DATABASE_URL: api.config.databaseUrl });

async function makeDomain(owner: TestAccount, host: string, state = 'verified'): Promise<void> {
  const project = await api.request('POST', '/v1/projects', { key: owner.key, body: { name: host } });
  assert.equal(project.status, 201);
  await sql`insert into domains (domain_id, account_id, project_id, host, token, state)
    select gen_random_uuid(), account_id, project_id, ${host}, 'x', ${state} from projects
    where account_id = ${owner.uuid} and name = ${host}`.execute(api.db);
}

describe('plan limits (D79)', () => {
  test('a plan’s projects and domains are counted exactly, also if many are created at once', async () => {
    const small = await api.createAccount({
      limits: { projects: 4, domains: 1, requests_per_second: 1_000, requests_per_minute: 1_000 },
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        api.request('POST', '/v1/projects', { key: small.key, body: { name: `Project ${index}` } }),
      ),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.code));
    assert.equal(codes.filter((code) => code === 'created').length, 3, 'the default project is one of four');
    assert.equal(codes.filter((code) => code === 'quota_exceeded_project').length, 9);
    assert.ok(answers.every(({ status }) => status === 201 || status === 402));
  });

  test('a domain beyond the plan gets 402 in the dashboard', async () => {
    const session = await signedIn(api, '198.51.100.9');
    const made = await session.get('/dashboard/api/projects');
    const second = await session.post('/dashboard/api/projects', { name: 'Second' });
    const path = (id: string) => `/dashboard/api/projects/${id}/domain`;
    assert.equal(
      (await session.post(path(made.body.items[0].project_id), { host: 'go.shop.example' })).status,
      201,
    );
    const refused = await session.post(path(second.body.project.project_id), { host: 'go.other.example' });
    assert.deepEqual([refused.status, refused.body.code], [402, 'quota_exceeded_domain']);
  });

  test('a catalogue from before these limits has none of them', async () => {
    const { parsePlanCatalogue } = await import('#core/plan.ts');
    const { readFileSync } = await import('node:fs');
    const plans = JSON.parse(readFileSync('plans.json', 'utf8'));
    delete plans.free.projects;
    delete plans.free.domains;
    const parsed = parsePlanCatalogue(plans);
    assert.ok(parsed.ok);
    assert.equal(parsed.value.get('free')?.limits.projects, Number.POSITIVE_INFINITY);
  });
});

test('an account gets a limited number of first certificates per day; renewals are free', async () => {
  const hosts = ['a.shop.example', 'b.shop.example', 'c.shop.example', 'old.shop.example'];
  // From before first certificates were counted.
  for (const host of hosts) await makeDomain(account, host);
  await sql`update domains set verified_at = now() - interval '200 days' where host = 'old.shop.example'`.execute(
    api.db,
  );
  await sql`update domains set root_url = 'https://example.com/' where host = 'old.shop.example'`.execute(
    api.db,
  );
  const ask = async (host: string) => (await fetch(`${scan.internalUrl}/domains/ask?domain=${host}`)).status;
  for (let tries = 0; tries < 100 && (await ask('a.shop.example')) !== 200; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([await ask('b.shop.example'), await ask('c.shop.example')], [200, 429]);
  assert.equal(await ask('a.shop.example'), 200);
  assert.equal(await ask('old.shop.example'), 200);
  await sql`update first_certificates set granted_at = now() - interval '25 hours' where host = 'a.shop.example'`.execute(
    api.db,
  );
  assert.equal(await ask('c.shop.example'), 200);
});

describe('links in a loop', () => {
  test('through OWN_HOSTS, a served domain or one’s own pending domain get 422', async () => {
    await makeDomain(account, 'waits.shop.example', 'pending');
    for (const url of [
      'https://go.waypost.example/qr-0123456789ab',
      'https://qr.waypost.example/qr-0123456789ab',
      'https://QR.waypost.example./x',
      'https://a.shop.example/',
      'https://waits.shop.example/qr-0123456789ab',
    ]) {
      const { status, body } = await api.request('POST', '/v1/qr-codes', {
        key: account.key,
        body: { redirect_url: url },
      });
      assert.deepEqual([status, body.code], [422, 'unsafe_url'], url);
    }
  });

  test('names that imitate others with accents or look-alike letters get 422', async () => {
    for (const host of ['ɡoogle.com', 'paypaḷ.com', 'раypal.com', 'ınstagram.com']) {
      const { status } = await api.request('POST', '/v1/qr-codes', {
        key: account.key,
        body: { redirect_url: `https://${host}/` },
      });
      assert.equal(status, 422, host);
    }
    const { status } = await api.request('POST', '/v1/qr-codes', {
      key: account.key,
      body: { redirect_url: 'https://münchen.de/' },
    });
    assert.equal(status, 201);
  });
});

describe('configuration', () => {
  const problemsOf = (input: Record<string, string>) => {
    const parsed = parseConfig(input);
    return parsed.ok ? [] : parsed.problems;
  };
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/waypost',
    REDIS_URL: 'redis://cache',
    API_BASE_URL: 'https://api.example.com',
    PUBLIC_BASE_URL: 'https://go.example.com',
    SECRET_KEY: 'x'.repeat(40),
  };

  test('the built-in secret works only with loopback addresses, whatever NODE_ENV says', () => {
    assert.deepEqual(problemsOf({}), []);
    assert.match(
      problemsOf({ API_BASE_URL: 'https://app.example.com' }).join(),
      /SECRET_KEY is the built-in/,
    );
    assert.match(problemsOf({ PUBLIC_BASE_URL: 'http://192.0.2.1' }).join(), /SECRET_KEY is the built-in/);
  });

  test('production starts with SMTP_URL or an explicit MAIL=log', () => {
    assert.match(problemsOf(production).join(), /SMTP_URL is not set/);
    assert.deepEqual(problemsOf({ ...production, MAIL: 'log' }), []);
    assert.deepEqual(problemsOf({ ...production, SMTP_URL: 'smtp://mail' }), []);
  });

  test('health and metrics listen on loopback by default', () => {
    const parsed = parseConfig({ ...production, MAIL: 'log' });
    assert.ok(parsed.ok);
    assert.equal(parsed.config.bindAddress, '0.0.0.0');
    assert.equal(parsed.config.internalBindAddress, '127.0.0.1');
  });
});

test('guesses from a network over its limit cost no lookup; a valid key behind it works', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.200' };
  const { makeApiKey } = await import('#core/api-key.ts');
  const { randomBytes } = await import('node:crypto');
  const guess = () =>
    fetch(`${api.url}/v1/projects`, { headers: { ...headers, 'x-api-key': makeApiKey(randomBytes) } });
  const lookUps = async () => {
    const text = await api.metrics.metrics();
    return Number(/waypost_key_lookups_total\{source="database"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  let status = 401;
  for (let tries = 0; tries < 700 && status === 401; tries++) ({ status } = await guess());
  assert.equal(status, 429);
  const before = await lookUps();
  for (let tries = 0; tries < 100; tries++) assert.equal((await guess()).status, 429);
  assert.ok((await lookUps()) - before <= 30, 'ten per second are allowed');
  const key = account.key;
  assert.equal(
    (await fetch(`${api.url}/v1/projects`, { headers: { ...headers, 'x-api-key': key } })).status,
    200,
  );
});

test('an operator’s change of an account’s address revokes its keys and notifies both addresses', async () => {
  const moved = await api.createAccount();
  const before = await sql<{
    email: string;
  }>`select email from accounts where account_id = ${moved.uuid}`.execute(api.db);
  await sql`delete from sign_in_tries`.execute(api.db);
  const { code, stderr } = await runWaypost(
    ['account', 'set', moved.accountId, '--email', 'new-owner@example.com'],
    environment(),
  );
  assert.equal(code, 0, stderr);
  const { status } = await api.request('GET', '/v1/projects', { key: moved.key });
  assert.equal(status, 401);
  const mails = await sql`select from mails`.execute(api.db);
  assert.equal(mails.rows.length, 2, `to ${before.rows[0]?.email} and the new one`);
});

describe('signing up', () => {
  const challenge = async () =>
    (await new BrowserSession(api).get('/dashboard/api/sign-up/challenge')).body.challenge as string;
  const solve = (puzzle: string): string => {
    for (let counter = 0; ; counter++) {
      const text = workText(puzzle, counter);
      if (isWork(createHash('sha256').update(text).digest())) return text;
    }
  };
  const signUp = (email: string, proof?: string) =>
    new BrowserSession(api).post('/dashboard/api/sign-up', { name: 'Ada', email, ...(proof && { proof }) });

  test('needs a puzzle if the operator wants it: solved, ours, fresh, and used once', async () => {
    await sql`delete from sign_in_tries`.execute(api.db);
    const proof = solve(await challenge());
    assert.equal((await signUp('a@example.com')).status, 400);
    assert.equal((await signUp('a@example.com', 'nonsense:1')).status, 400);
    assert.equal(
      (await signUp('a@example.com', solve(`${Date.now() + 1e6}.x.${'A'.repeat(43)}`))).status,
      400,
    );
    assert.equal((await signUp('a@example.com', proof)).status, 200);
    assert.equal((await signUp('b@example.com', proof)).status, 400);
  });

  test('sends at most the operator’s budget of mails per hour', async () => {
    await sql`delete from sign_in_tries`.execute(api.db);
    await sql`delete from mails`.execute(api.db);
    for (let person = 0; person < 5; person++)
      assert.equal((await signUp(`person${person}@example.com`, solve(await challenge()))).status, 200);
    assert.equal((await sql`select from mails`.execute(api.db)).rows.length, 3);
    assert.match(api.logged(), /MAIL_PER_HOUR is used up/);
  });
});

describe('reports', () => {
  const send = (fields: Record<string, string>, address = '198.51.100.30') =>
    fetch(`${scan.url}/report`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams(fields),
    });

  test('every error page links to a form that works without scripts; a report is a row and blocks nothing', async () => {
    const code = await api.createQrCode(account);
    const slug = await api.publishQrCode(code.qr_id);
    const page = await scanLink(scan.url, 'qr-000000000000');
    assert.match(page.body, /\/report\?code=qr-000000000000"/);
    const form = await fetch(`${scan.url}/report?code=${slug}`, { headers: { 'accept-language': 'ja' } });
    assert.equal(form.status, 200);
    const html = await form.text();
    assert.match(html, new RegExp(`value="${slug}"`));
    assert.match(html, /<html lang="ja" dir="ltr">/);
    assert.doesNotMatch(html, /<script/);
    assert.match(form.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/);
    const sent = await send({
      code: `https://go.waypost.example/${slug.toUpperCase()}`,
      reason: 'phishing',
      details: '<b>bad</b>\u001b[2J\u0000',
      contact: 'me@example.com',
    });
    assert.equal(sent.status, 303);
    const status = new URL(sent.headers.get('location') ?? '', scan.url);
    assert.match(await (await fetch(status)).text(), /will review it/);
    assert.equal((await scanLink(scan.url, slug)).status, 302, 'a report alone never blocks');
    const listed = await runWaypost(['safety', 'reports', 'list', '--json'], environment());
    const [report] = JSON.parse(listed.stdout);
    assert.deepEqual(
      [report.slug, report.reason, report.details, report.contact],
      [slug, 'phishing', '<b>bad</b>[2J', 'me@example.com'],
    );
    const metrics = await (await fetch(`${scan.internalUrl}/metrics`)).text();
    assert.match(metrics, /waypost_abuse_reports_total 1/);
    const blocked = await runWaypost(
      ['safety', 'reports', 'block', report.report_id, '--note', 'Thank you <3'],
      environment(),
    );
    assert.equal(blocked.code, 0, blocked.stderr);
    assert.equal((await scanLink(scan.url, slug)).status, 403);
    assert.match(await (await fetch(status)).text(), /We blocked the code.*Thank you &#60;3/s);
  });

  test('incomplete, too large or too many reports are refused, and nothing is stored', async () => {
    const count = async () => (await sql`select from abuse_reports`.execute(api.db)).rows.length;
    const before = await count();
    assert.equal((await send({ code: 'nonsense', reason: 'scam' })).status, 400);
    assert.equal((await send({ code: 'qr-0123456789ab', reason: 'because' })).status, 400);
    assert.equal((await send({ code: 'qr-0123456789ab', reason: 'scam', contact: 'x<a@b.c>' })).status, 400);
    assert.equal(
      (await send({ code: 'qr-0123456789ab', reason: 'scam', details: 'x'.repeat(5_000) })).status,
      413,
    );
    assert.equal(await count(), before);
    const statuses: number[] = [];
    for (let report = 0; report < 12; report++)
      statuses.push((await send({ code: 'qr-0123456789ab', reason: 'scam' }, '203.0.113.5')).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(303), 429, 429]);
    assert.equal((await fetch(`${scan.url}/report/00000000-0000-4000-8000-000000000000`)).status, 404);
  });

  test('security.txt explains how to report a vulnerability, on both hosts', async () => {
    for (const url of [scan.url, api.url]) {
      const text = await (await fetch(`${url}/.well-known/security.txt`)).text();
      assert.match(text, /^Contact: \S+$/m);
      const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
      assert.ok(expires > Date.now() && expires < Date.now() + 366 * 86_400_000);
    }
  });
});

test('unknown links are limited per network; an existing code is never refused', async () => {
  const code = await api.createQrCode(account);
  const slug = await api.publishQrCode(code.qr_id);
  const headers = { 'x-forwarded-for': '203.0.113.60' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 130; guess++)
    statuses.push((await scanLink(scan.url, `qr-${String(guess).padStart(12, '0')}`, { headers })).status);
  assert.equal(statuses.filter((status) => status === 429).length > 0, true);
  for (let visitor = 0; visitor < 200; visitor++)
    assert.equal((await scanLink(scan.url, slug, { headers })).status, 302);
  assert.equal((await scanLink(scan.url, 'qr-999999999999')).status, 404, 'other networks are not refused');
});
