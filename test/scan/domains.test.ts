import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

type State = 'pending' | 'verified' | 'failing' | 'lapsed';

const target = 'https://example.com/';
let api: TestApi;
let scan: TestScan;
let behindProxy: TestScan;
let account: TestAccount;
let projectId: string;
/** Of the project with the domain, of another project of the same account, and of another account. */
const slugs = { own: '', other: '', foreign: '', missing: 'qr-000000000000' };
let nameCount = 0;

before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api, {
    PUBLIC_BASE_URL: 'https://go.waypost.dev',
    NODE_ENV: 'production',
    MAIL: 'log',
    ...production,
  });
  behindProxy = await startTestScan(api, {
    PUBLIC_BASE_URL: 'https://go.waypost.dev',
    TRUSTED_PROXIES: '127.0.0.1/32',
  });
  account = await api.createAccount();
  const { body } = await api.request('POST', '/v1/projects', {
    key: account.key,
    body: { name: 'With a domain' },
  });
  projectId = body.project_id;
  slugs.own = await code(account, projectId);
  slugs.other = await code(account);
  slugs.foreign = await code(await api.createAccount());
});
after(async () => {
  scan.stop();
  behindProxy.stop();
  await api.close();
});

const production = {
  API_BASE_URL: 'https://app.waypost.dev',
  SECRET_KEY: 'x'.repeat(40),
  BIND_ADDRESS: '127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1:6379',
};

async function code(owner: TestAccount, project?: string): Promise<string> {
  const made = await api.createQrCode(owner, {
    redirect_url: target,
    ...(project !== undefined && { project_id: project }),
  });
  return api.publishQrCode(made.qr_id);
}

async function setDomain(state: State | null, host: string, rootUrl: string | null = null): Promise<void> {
  const project = parseIdentifier('prj', projectId);
  await sql`delete from domains where project_id = ${project}`.execute(api.db);
  if (state === null) return;
  await sql`insert into domains (domain_id, account_id, project_id, host, token, state, root_url)
    values (gen_random_uuid(), ${account.uuid}, ${project}, ${host}, 't', ${state}, ${rootUrl})`.execute(
    api.db,
  );
}

interface Got {
  status: number;
  location: string | null;
  body: string;
}

function get(
  path: string,
  host: string | null,
  options: { on?: TestScan; headers?: Record<string, string> } = {},
): Promise<Got> {
  const { port } = new URL((options.on ?? scan).url);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        setHost: false,
        headers: {
          ...(host !== null && { host }),
          'user-agent': 'Mozilla/5.0 (iPhone) Safari',
          ...options.headers,
        },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, body }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const statusOf = async (path: string, host: string | null) => (await get(path, host)).status;

/** Code, host and state of the domain: all combinations. */
const table: Record<State | 'none', Record<keyof typeof slugs | 'root' | 'junk', number>> = {
  none: { own: 421, other: 421, foreign: 421, missing: 421, root: 421, junk: 421 },
  pending: { own: 421, other: 421, foreign: 421, missing: 421, root: 421, junk: 421 },
  verified: { own: 302, other: 404, foreign: 404, missing: 404, root: 200, junk: 404 },
  failing: { own: 302, other: 404, foreign: 404, missing: 404, root: 200, junk: 404 },
  lapsed: { own: 421, other: 421, foreign: 421, missing: 421, root: 421, junk: 421 },
};

describe('host, code and state of the domain', () => {
  for (const [state, row] of Object.entries(table)) {
    for (const [what, status] of Object.entries(row)) {
      test(`${state}: ${what} is ${status} on the domain, and unchanged on our own host`, async () => {
        const host = `go${++nameCount}.shop.example`;
        await setDomain(state === 'none' ? null : (state as State), host);
        const path =
          what === 'root' ? '/' : what === 'junk' ? '/wp-login.php' : `/${slugs[what as keyof typeof slugs]}`;
        assert.equal(await statusOf(path, host), status);
        const isCode = ['own', 'other', 'foreign'].includes(what);
        const ownHost = isCode ? 302 : what === 'root' ? 200 : 404;
        assert.equal(await statusOf(path, 'go.waypost.dev'), ownHost);
      });
    }
  }

  test('another served domain doesn’t have it either', async () => {
    await setDomain('verified', 'mine.shop.example');
    const other = await api.createAccount();
    await sql`insert into domains (domain_id, account_id, project_id, host, token, state)
      select gen_random_uuid(), account_id, project_id, 'theirs.shop.example', 't', 'verified' from projects where account_id = ${other.uuid}`.execute(
      api.db,
    );
    assert.equal(await statusOf(`/${slugs.own}`, 'theirs.shop.example'), 404);
    assert.equal(await statusOf(`/${slugs.own}`, 'mine.shop.example'), 302);
  });

  test('scans on both hosts are scans of one code', async () => {
    await setDomain('verified', 'count.shop.example');
    const slug = await code(account, projectId);
    await Promise.all([
      get(`/${slug}`, 'count.shop.example'),
      get(`/${slug}`, 'go.waypost.dev'),
      get(`/${slug}`, 'count.shop.example'),
    ]);
    const { rows } = await sql<{
      scans: number;
    }>`select scan_count::int as scans from scan_counts join qr_codes using (qr_id) where reserved_slug = ${slug}`.execute(
      api.db,
    );
    assert.equal(rows[0]?.scans, 3);
  });

  test('the page and the error of 421 explain the problem', async () => {
    const page = await get(`/${slugs.own}`, 'unknown.example', { headers: { 'accept-language': 'de' } });
    assert.match(page.body, /Diese Adresse funktioniert nicht/);
    const json = await get(`/${slugs.own}`, 'unknown.example', { headers: { accept: 'application/json' } });
    assert.deepEqual([json.status, JSON.parse(json.body).code], [421, 'misdirected']);
  });
});

describe('spellings of a host', () => {
  before(() => setDomain('verified', 'xn--bcher-kva.shop.example'));
  const spellings: [host: string | null, status: number][] = [
    ['xn--bcher-kva.shop.example', 302],
    ['XN--BCHER-KVA.SHOP.EXAMPLE', 302],
    ['xn--bcher-kva.shop.example:8443', 302],
    ['xn--bcher-kva.shop.example.', 302],
    ['Xn--Bcher-Kva.Shop.Example.:443', 302],
    ['b\u00fccher.shop.example', 421],
    ['evil.example', 421],
    ['xn--bcher-kva.shop.example.evil.example', 421],
    ['sub.xn--bcher-kva.shop.example', 421],
    ['xn--bcher-kva.shop.example,evil.example', 421],
    ['xn--bcher-kva.shop.example@evil.example', 421],
    ["xn--bcher-kva.shop.example' or 1=1 --", 421],
    ['127.0.0.1', 421],
    ['[::1]', 421],
    [`${'a'.repeat(300)}.example`, 421],
    ['..', 421],
    ['go.waypost.dev', 302],
    ['GO.WAYPOST.DEV:3001', 302],
    ['go.waypost.dev.', 302],
    ['go.waypost.dev:', 302],
    ['', 421],
  ];
  for (const [host, status] of spellings)
    test(`${JSON.stringify(host?.slice(0, 50))} is ${status}`, async () => {
      assert.equal(await statusOf(`/${slugs.own}`, host), status);
    });

  test('HTTP/1.1 without a host is refused, HTTP/1.0 without one is our own host', async () => {
    assert.match(await raw(`GET /${slugs.own} HTTP/1.1\r\nconnection: close\r\n\r\n`), /^HTTP\/1.1 400/);
    assert.match(await raw(`GET /${slugs.own} HTTP/1.0\r\n\r\n`), /^HTTP\/1.1 302/);
    assert.match(
      await raw(
        `GET /${slugs.own} HTTP/1.1\r\nhost: evil.example\r\nhost: go.waypost.dev\r\nconnection: close\r\n\r\n`,
      ),
      /^HTTP\/1.1 (400|421)/,
    );
  });

  test('X-Forwarded-Host counts from a trusted proxy, the nearest one', async () => {
    const headers = { 'x-forwarded-host': 'xn--bcher-kva.shop.example' };
    const path = `/${slugs.other}`;
    assert.equal((await get(path, 'go.waypost.dev', { headers })).status, 302, 'from nobody in particular');
    assert.equal((await get(path, 'go.waypost.dev', { headers, on: behindProxy })).status, 404);
    const chain = { 'x-forwarded-host': 'go.waypost.dev, xn--bcher-kva.shop.example' };
    assert.equal((await get(path, 'inner.local', { headers: chain, on: behindProxy })).status, 404);
    const evil = { 'x-forwarded-host': 'evil.example' };
    assert.equal((await get(path, 'go.waypost.dev', { headers: evil, on: behindProxy })).status, 421);
  });
});

function raw(text: string): Promise<string> {
  const { port } = new URL(scan.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('the root of a domain', () => {
  test('redirects to the owner’s choice, or shows a plain page in the visitor’s language, and is not a scan', async () => {
    await setDomain('verified', 'root.shop.example', 'https://example.com/home');
    const led = await get('/', 'root.shop.example');
    assert.deepEqual([led.status, led.location], [302, 'https://example.com/home']);
    await sql`update domains set root_url = null`.execute(api.db);
    const plain = await get('/?utm=x', 'root.shop.example', { headers: { 'accept-language': 'fr' } });
    assert.equal(plain.status, 200);
    assert.match(plain.body, /Cette adresse sert aux liens courts/);
  });

  test('doesn’t redirect once its destination is known to be harmful', async () => {
    await setDomain('verified', 'root.shop.example', 'https://turned-bad.example/');
    assert.equal((await get('/', 'root.shop.example')).status, 302);
    await sql`update destinations set verdict = 'unsafe', provider = 'test', threat = 'malware' where url = 'https://turned-bad.example/'`.execute(
      api.db,
    );
    assert.equal((await get('/', 'root.shop.example')).status, 200);
  });
});

test('the internal port tells a proxy that needs certificates which domains are served, and limits its questions', async () => {
  await setDomain('verified', 'tls.shop.example');
  const ask = async (domain: string) =>
    (await fetch(`${scan.internalUrl}/domains/ask?domain=${domain}`)).status;
  for (let wait = 0; wait < 50 && (await ask('tls.shop.example')) !== 200; wait++)
    await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await ask('tls.shop.example'), 200);
  assert.equal(await ask('TLS.shop.example.'), 200);
  assert.equal(await ask('other.shop.example'), 404);
  await setDomain('pending', 'tls.shop.example');
  for (let wait = 0; wait < 50 && (await ask('tls.shop.example')) !== 404; wait++)
    await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await ask('tls.shop.example'), 404);
  await setDomain('verified', 'tls.shop.example');
  for (let wait = 0; wait < 50 && (await ask('tls.shop.example')) !== 200; wait++)
    await new Promise((resolve) => setTimeout(resolve, 60));
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('made-up.example')));
  assert.ok(answers.includes(429));
  assert.equal(await ask('tls.shop.example'), 200, 'names that strangers make up stop no certificate');
});
