import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashPassword } from '#features/sign-in/hash-password.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { testSecret } from '../test/support/data/test-secret.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { BrowserSession } from '../test/support/scratch/browser-session.ts';
import { freePort } from '../test/support/scratch/free-port.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/support/scratch/test-database.ts';

/** From accounts of one person to members, history and restricted keys, release by release, as an operator upgrades. */
const allReleases: [version: string, commit: string | null][] = [
  ['0.6.0', 'b2d125a88fbea328af286c0b6c885f61406b6ddc'],
  ['0.7.0', '772e754fdf0ee5a40362c06e57465df34e677532'],
  ['0.8.0', 'ccf60763d55e9186c5995120af4122f172d2285a'],
  ['0.9.0', 'a34a44b7ee8f85e0887ee9cb2e20791742d7ab76'],
  ['0.10.0', '0b29302bdae9b9062e27c3d223382d719cbfe015'],
  ['0.11.0', '1787dd641fb481928069cceeda98bc68a63b072d'],
  ['0.12.0', '975d7f4466602dee044c534448c766c870314785'],
  ['0.13.0', '601f386965d8979e70c69bff6047c110ec386041'],
  ['0.14.0', 'a5f606b3020e320afc30a4567ff826473bf3d11a'],
  ['0.15.0', 'a513fcf30e2fc3650915cae649e3d303fc7e2aac'],
  ['this one', null],
];
/** Below full size only the newest upgrades; the older ones no longer change. */
const releases = proofScale < 1 ? allReleases.slice(-3) : allReleases;
const root = resolve(import.meta.dirname, '..');
const accountCount = 4;
const password = 'correct horse battery';
/** How long two releases serve side by side. */
const togetherMs = scaled(60_000, 2_500);

let folder: string;
let database: TestDatabase;
let environment: Record<string, string>;
const trees = new Map<string, string>();

interface Server {
  version: string;
  url: string;
  child: ChildProcess;
}

interface Person {
  key: string;
  codes: string[];
  cookies: Map<string, string>;
}

before(async () => {
  folder = mkdtempSync('/tmp/waypost-upgrade-');
  database = await createEmptyDatabase();
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    SECRET_KEY: testSecret,
    DATABASE_URL: database.url,
    REDIS_KEY_PREFIX: `upgrade-${randomBytes(4).toString('hex')}:`,
    API_BASE_URL: 'https://app.example.com',
    TRUSTED_PROXIES: '127.0.0.1/32',
    FILE_STORE: `file:${folder}/files`,
  };
  for (const [version, commit] of releases)
    trees.set(version, commit === null ? root : unpack(version, commit));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function unpack(version: string, commit: string): string {
  const tree = join(folder, version);
  mkdirSync(tree);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

async function run(version: string, ...args: string[]): Promise<string> {
  const tree = trees.get(version) ?? assert.fail(version);
  const child = spawn(process.execPath, ['bin/waypost.ts', ...args], { cwd: tree, env: environment });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${version} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function serve(version: string): Promise<Server> {
  const [port, internal] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['bin/waypost.ts', 'start', '--only', 'api'], {
    cwd: trees.get(version) ?? assert.fail(version),
    env: { ...environment, API_PORT: String(port), INTERNAL_PORT: String(internal) },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(`http://127.0.0.1:${internal}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { version, url: `http://127.0.0.1:${port}`, child };
    await sleep(50);
  }
  return assert.fail(`${version} never gets ready`);
}

/** An account of one person, with a key and a session. */
async function makePerson(version: string, server: Server, client: pg.Client, nth: number): Promise<Person> {
  const email = `owner${nth}@example.com`;
  const limits = ['requests_per_second', 'requests_per_minute', 'requests_per_day', 'qr_codes'];
  const roomy = limits.flatMap((name) => ['--limit', `${name}=1000000`]);
  const made = JSON.parse(
    await run(version, 'account', 'create', '--email', email, '--plan', 'agency', ...roomy, '--json'),
  ) as { account_id: string };
  const key = JSON.parse(await run(version, 'key', 'create', '--account', made.account_id, '--json')) as {
    api_key: string;
  };
  const id = newUuid();
  await client.query('insert into auth_users (id, name, email, email_verified) values ($1, $2, $3, true)', [
    id,
    'Ada',
    email,
  ]);
  await client.query(
    `insert into auth_accounts (id, account_id, provider_id, user_id, password, updated_at)
     values ($1, $2, 'credential', $2, $3, now())`,
    [newUuid(), id, await hashPassword(password)],
  );
  const session = browser(server, new Map(), nth);
  const signedIn = await session.post('/dashboard/api/auth/sign-in/email', { email, password });
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
  return { key: key.api_key, codes: [], cookies: session.cookies };
}

function browser(server: Server, cookies: Map<string, string>, nth: number): BrowserSession {
  const config = { apiBaseUrl: 'https://app.example.com' };
  const session = new BrowserSession({ url: server.url, config } as never, `198.51.100.${nth + 1}`);
  for (const [name, value] of cookies) session.cookies.set(name, value);
  return session;
}

test('accounts of one person become accounts with members and history, release by release under load: no request fails', async (t) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const [first] = releases;
  const oldest = first?.[0] ?? assert.fail();
  await run(oldest, 'migrate');
  let serving = [await serve(oldest)];
  const people: Person[] = [];
  for (let nth = 0; nth < accountCount; nth++)
    people.push(await makePerson(oldest, serving[0] ?? assert.fail(), client, nth));
  const failures: string[] = [];
  const served = new Map<string, number>();
  let isStopped = false;

  const work = async (person: Person, nth: number) => {
    for (let turn = nth; !isStopped; turn++) {
      const server = serving[turn % serving.length] ?? assert.fail();
      const { version, url } = server;
      const api = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(url + path, {
          method,
          headers: { 'x-api-key': person.key, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const code = person.codes[turn % Math.max(1, person.codes.length)];
      const session = browser(server, person.cookies, nth);
      const requests: [
        name: string,
        send: () => Promise<{ status: number; body: Record<string, unknown> }>,
      ][] = [
        ['create', () => api('POST', '/v1/qr-codes', { redirect_url: 'https://example.com/' })],
        ['list', () => api('GET', '/v1/qr-codes')],
        ['me', () => session.get('/dashboard/api/me')],
        ['projects', () => session.get('/dashboard/api/projects')],
        ['keys', () => session.get('/dashboard/api/keys')],
        ...(code === undefined
          ? []
          : ([
              ['change', () => api('PATCH', `/v1/qr-codes/${code}`, { label: `Turn ${turn}` })],
              [
                'edit',
                () => session.send('PATCH', `/dashboard/api/qr-codes/${code}`, { label: `Page ${turn}` }),
              ],
            ] as [string, () => Promise<{ status: number; body: Record<string, unknown> }>][])),
      ];
      const [name, send] = requests[turn % requests.length] ?? assert.fail();
      const answer = await send().catch((error: unknown) => ({
        status: 0,
        body: { message: String(error) },
      }));
      served.set(version, (served.get(version) ?? 0) + 1);
      if (answer.status !== 200 && answer.status !== 201)
        failures.push(`${version} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      const qrId = (answer.body as { qr_id?: string }).qr_id;
      if (name === 'create' && qrId !== undefined && person.codes.length < 50) person.codes.push(qrId);
      // Slowly enough for the limit of a person in the dashboard.
      await sleep(60);
    }
  };
  const load = people.map(work);
  await sleep(togetherMs);
  for (const [version] of releases.slice(1)) {
    await run(version, 'migrate');
    await sleep(togetherMs / 2);
    const old = serving;
    const next = await serve(version);
    serving = [...old, next];
    await sleep(togetherMs);
    // As behind a proxy: no new requests, then the end.
    serving = [next];
    await sleep(500);
    for (const { child } of old) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  await sleep(togetherMs);
  isStopped = true;
  await Promise.all(load);
  for (const { child } of serving) child.kill('SIGKILL');
  const { rows } = await client.query<{ owners: number; members: number; changes: number }>(
    `select count(*) filter (where role = 'owner')::int as owners, count(*)::int as members,
       (select count(*)::int from code_history) as changes from account_users`,
  );
  await client.end();
  t.diagnostic(
    `${[...served].map(([version, count]) => `${version}: ${count}`).join(', ')} requests, ${failures.length} failed`,
  );
  assert.deepEqual(failures.slice(0, 10), []);
  assert.deepEqual([rows[0]?.owners, rows[0]?.members], [accountCount, accountCount]);
  assert.ok((rows[0]?.changes ?? 0) > 0, 'changes are recorded');
  for (const [version] of releases) assert.ok((served.get(version) ?? 0) > 10, `${version} served nothing`);
});
