import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatIdentifier } from '#core/identifier.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let scan: TestScan;
let owner: BrowserSession;
let stranger: BrowserSession;

before(async () => {
  api = await startTestApi({
    environment: { API_BASE_URL: 'https://app.example.com', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  scan = await startTestScan(api);
  owner = await signedIn(api, '198.51.100.1');
  stranger = await signedIn(api, '198.51.100.2');
});
after(async () => {
  scan.stop();
  await api.close();
});

const makeKey = async (name = 'poster') => (await owner.post('/dashboard/api/keys', { name })).body;

describe('keys', () => {
  test('a key is shown once, works at once, is listed without its secret, and is refused within a second of being revoked', async () => {
    const { status, body } = await owner.post('/dashboard/api/keys', { name: 'poster' });
    assert.equal(status, 201, JSON.stringify(body));
    const use = async () => (await api.request('GET', '/v1/projects', { key: body.api_key })).status;
    // The plan of new users has no API; the operator grants it.
    await api.db.updateTable('accounts').set({ plan: 'pro' }).execute();
    await sleep(1_100);
    assert.equal(await use(), 200);
    const listed = await owner.get('/dashboard/api/keys');
    assert.equal(listed.body.items.length, 1);
    assert.ok(!JSON.stringify(listed.body).includes(body.api_key));
    assert.equal((await owner.send('DELETE', `/dashboard/api/keys/${body.key.key_id}`)).status, 200);
    await sleep(1_000);
    assert.equal(await use(), 401);
  });

  test('the plan limit holds, with a hint', async () => {
    await makeKey('a');
    await makeKey('b');
    const { status, body } = await owner.post('/dashboard/api/keys', { name: 'c' });
    assert.equal(status, 409);
    assert.match(body.message, /Revoke one first/);
    const { body: usage } = await owner.get('/dashboard/api/usage');
    assert.equal(usage.usage.api_keys.used, usage.usage.api_keys.limit);
  });
});

describe('projects', () => {
  test('created, renamed, made the default, archived with the number of affected codes, and restored', async () => {
    const made = await owner.post('/dashboard/api/projects', { name: 'Spring' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const id = made.body.project.project_id;
    assert.equal(made.body.project.created_via, 'dashboard');
    const change = (body: unknown) => owner.send('PATCH', `/dashboard/api/projects/${id}`, body);
    assert.equal((await change({ name: 'Summer' })).body.project.name, 'Summer');
    assert.equal((await change({ is_default: true })).body.project.is_default, true);
    const { body } = await owner.get('/dashboard/api/projects');
    assert.equal(body.items.filter((item: { is_default: boolean }) => item.is_default).length, 1);
    assert.equal((await change({ is_default: false })).status, 400);
    const archived = await change({ is_archived: true });
    assert.equal(archived.body.project.is_archived, true);
    assert.equal(archived.body.project.live_qr_codes, 0);
    assert.equal((await change({ is_archived: false })).body.project.is_archived, false);
  });
});

describe('account', () => {
  test('the owner can change the time zone; an invalid one is refused, and the plan can’t be changed', async () => {
    const changed = await owner.send('PATCH', '/dashboard/api/account', {
      timezone: 'Asia/Tokyo',
      plan: 'enterprise',
    });
    assert.equal(changed.body.account.timezone, 'Asia/Tokyo');
    assert.notEqual(changed.body.account.plan, 'enterprise');
    const wrong = await owner.send('PATCH', '/dashboard/api/account', { timezone: 'Mars/Olympus' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.message, /Europe\/Berlin/);
  });
});

describe('analytics', () => {
  test('a scan appears on the live stream within seconds, and in the response in the account’s time zone', async () => {
    const { body: keys } = await owner.get('/dashboard/api/keys');
    const live = keys.items.find((key: { revoked_at: string | null }) => key.revoked_at === null);
    await owner.send('DELETE', `/dashboard/api/keys/${live.key_id}`);
    const { api_key: key } = await makeKey('scans');
    const { body: code } = await api.request('POST', '/v1/qr-codes', {
      key,
      body: { redirect_url: 'https://example.com/' },
    });
    const slug = await api.publishQrCode(code.qr_id);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await fetch(`${api.url}/dashboard/api/live/${code.qr_id}`, { headers: { cookie } });
    assert.match(stream.headers.get('content-type') ?? '', /text\/event-stream/);
    const reader = (stream.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (expected: string) => {
      for (let reads = 0; reads < 20 && !text.includes(expected); reads++)
        text += (await reader.read()).value ?? '';
      assert.ok(text.includes(expected), text);
    };
    await until('data: {"scans":0}');
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    await until('data: {"scans":1}');
    await reader.cancel();
    const ask = async () => (await owner.get(`/dashboard/api/analytics/${code.qr_id}`)).body;
    assert.equal((await ask()).scans, 1);
    while ((await rollUpBatches(api.db)) > 0);
    const answer = await ask();
    assert.equal(answer.scans, 1);
    assert.equal(answer.timezone, 'Asia/Tokyo');
    assert.equal((await owner.get(`/dashboard/api/analytics/${code.project_id}`)).body.scans, 1);
    for (const query of ['from=x', 'from=2026-01-02&until=2026-01-01', 'from=1990-01-01'])
      assert.equal((await owner.get(`/dashboard/api/analytics/${code.qr_id}?${query}`)).status, 400, query);
  });
});

describe('data of other accounts', () => {
  test('gets 404 on every route with an ID, changes nothing, and everything is 401 without a session', async () => {
    const { body: projects } = await owner.get('/dashboard/api/projects');
    const { body: keys } = await owner.get('/dashboard/api/keys');
    const project = projects.items[0].project_id;
    const key = keys.items[0].key_id;
    const { qr_id: qrId } = await api.db.selectFrom('qr_codes').select('qr_id').executeTakeFirstOrThrow();
    const code = formatIdentifier('qrc', qrId);
    const routes: [string, string, unknown?][] = [
      ['PATCH', `/dashboard/api/projects/${project}`, { name: 'mine', is_archived: true }],
      ['DELETE', `/dashboard/api/keys/${key}`],
      ['GET', `/dashboard/api/analytics/${code}`],
      ['GET', `/dashboard/api/analytics/${project}`],
      ['GET', `/dashboard/api/live/${code}`],
    ];
    for (const [method, path, body] of routes) {
      assert.equal((await stranger.send(method, path, body)).status, 404, `${method} ${path}`);
      const nobody = await fetch(api.url + path, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      assert.equal(nobody.status, 401, `${method} ${path}`);
    }
    for (const path of ['me', 'usage', 'keys', 'projects'])
      assert.equal((await fetch(`${api.url}/dashboard/api/${path}`)).status, 401);
    assert.deepEqual((await owner.get('/dashboard/api/projects')).body, projects);
    assert.equal((await stranger.get('/dashboard/api/projects')).body.items.length, 1);
    assert.equal((await stranger.get('/dashboard/api/keys')).body.items.length, 0);
  });

  test('a page with endless requests is told to wait, and nobody else is', async () => {
    const hasty = await signedIn(api, '198.51.100.77');
    const asked: Awaited<ReturnType<typeof hasty.get>>[] = [];
    // In parts: a thousand at once would wait too long for a connection on a busy machine.
    for (let part = 0; part < 21; part++)
      asked.push(...(await Promise.all(Array.from({ length: 60 }, () => hasty.get('/dashboard/api/usage')))));
    const refused = asked.filter(({ status }) => status === 429);
    // Never more than 1,200 are allowed. Fewer if Redis doesn't respond in time and this process counts alone.
    assert.ok(refused.length >= 60 && refused.length < 300, `${refused.length} refused`);
    assert.match(refused[0]?.body.message, /Try again in/);
    assert.equal((await owner.get('/dashboard/api/usage')).status, 200);
  });

  test('every change from another origin is 403', async () => {
    for (const [method, path] of [
      ['POST', 'keys'],
      ['POST', 'projects'],
      ['PATCH', 'account'],
      ['DELETE', 'keys/key_x'],
      ['PATCH', 'projects/prj_x'],
    ] as const)
      assert.equal(
        (await owner.send(method, `/dashboard/api/${path}`, {}, { origin: 'https://evil.example' })).status,
        403,
        path,
      );
  });
});
