import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Database, Db } from '#features/database.ts';
import { authSecretConfig, signInSecret } from '#features/sign-in/auth-secrets.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { totp } from '../support/data/totp.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { until } from '../support/measure/until.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { freePort } from '../support/scratch/free-port.ts';
import { type RunningWaypost, runWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';
import type { TestApi } from '../support/scratch/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/scratch/test-database.ts';

import { Receiver } from '../webhooks/receiver.ts';

const [oldKey, newKey] = ['o'.repeat(40), 'n'.repeat(40)];
const auth = '/dashboard/api/auth';
const password = 'correct horse battery';
const folder = mkdtempSync('/tmp/waypost-rotation-');
let database: TestDatabase;
let db: Db;
let ports: number[];

before(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  db = createDatabase<Database>(
    createPostgresPool({ url: database.url, poolMax: 2, applicationName: 'test', log }),
  );
  ports = [await freePort(), await freePort()];
});
after(async () => {
  await db.destroy();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (secretKey: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  REDIS_KEY_PREFIX: `rotation-${ports[0]}:`,
  SECRET_KEY: secretKey,
  API_BASE_URL: 'http://localhost:3000',
  FILE_STORE: `file:${folder}/files`,
  TRUSTED_PROXIES: '127.0.0.1/32',
});

/** Two processes on fixed ports; one after the other is exchanged, as in a rolling restart. */
class Fleet {
  readonly #processes: RunningWaypost[] = [];

  async exchange(secretKey: string): Promise<void> {
    for (const [index, port] of ports.entries()) {
      const before = this.#processes[index];
      if (before !== undefined) {
        const left = new Promise((resolve) => before.child.once('exit', resolve));
        before.child.kill('SIGTERM');
        await left;
      }
      this.#processes[index] = await startWaypost(['--only', 'api'], {
        ...environment(secretKey),
        API_PORT: String(port),
      });
    }
  }

  stop(): void {
    for (const { child } of this.#processes) child.kill('SIGKILL');
  }
}

/** Whichever of the two answers, as behind a proxy that tries the other one. */
function behindProxy(): Pick<TestApi, 'url' | 'config'> {
  let turn = 0;
  return {
    get url() {
      turn += 1;
      return `http://127.0.0.1:${ports[turn % ports.length]}`;
    },
    config: { apiBaseUrl: 'http://localhost:3000' } as TestApi['config'],
  };
}

async function tryBoth<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      // The one of the two that is being exchanged.
      if (attempt > 200) throw error;
      await sleep(25);
    }
  }
}

test('the secret is rotated under load: no request fails, nobody is signed out, page tokens, second factors and webhooks keep working', async (t) => {
  const fleet = new Fleet();
  await fleet.exchange(oldKey);
  t.after(() => fleet.stop());
  const proxy = behindProxy();
  const session = await signedIn({ ...proxy, db } as TestApi, '198.51.100.60');
  await tryBoth(() => session.get('/dashboard/api/me'));
  await sql`update accounts set plan = 'enterprise'`.execute(db);
  const key = (await session.post('/dashboard/api/keys', { name: 'load' })).body.api_key as string;
  const enrolled = await session.post(`${auth}/two-factor/enable`, { password });
  const secret = new URL(enrolled.body.totpURI).searchParams.get('secret') ?? '';
  assert.equal((await session.post(`${auth}/two-factor/verify-totp`, { code: totp(secret) })).status, 200);
  // As the release before sealed it: without the name of the secret.
  const named = { key: authSecretConfig([oldKey]) };
  const { rows: factors } = await sql<{
    secret: string;
    codes: string;
  }>`select secret, backup_codes as codes from auth_two_factors`.execute(db);
  const unnamed = async (data = '') =>
    symmetricEncrypt({ key: signInSecret(oldKey), data: await symmetricDecrypt({ ...named, data }) });
  await sql`update auth_two_factors set secret = ${await unnamed(factors[0]?.secret)}, backup_codes = ${await unnamed(factors[0]?.codes)}`.execute(
    db,
  );
  const { rows: people } = await sql<{ email: string }>`select email from auth_users`.execute(db);
  const email = people[0]?.email ?? '';
  for (let project = 0; project < 5; project++)
    await fetch(`${proxy.url}/v1/projects`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Project ${project}` }),
    });
  const receiver = await Receiver.start();
  t.after(() => receiver.close());
  const callWebhooks = async (path: string, body: object) => {
    const response = await tryBoth(() =>
      fetch(`${proxy.url}/v2/webhook-endpoints${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return (await response.json()) as { endpoint_id: string; secret: string };
  };
  const endpoint = await callWebhooks('', { url: receiver.url });
  const firstPage = async () =>
    (await (
      await fetch(`${proxy.url}/v1/projects?page_size=2`, { headers: { 'x-api-key': key } })
    ).json()) as {
      items: { project_id: string }[];
      next_page_token: string;
    };
  const { items, next_page_token: oldToken } = await firstPage();

  const counts = { requests: 0, failed: 0 };
  let isOver = false;
  const load = (async () => {
    while (!isOver) {
      const answers = await Promise.all([
        tryBoth(() => session.get('/dashboard/api/me')).then(({ status }) => status),
        tryBoth(() => fetch(`${proxy.url}/v1/projects`, { headers: { 'x-api-key': key } })).then(
          ({ status }) => status,
        ),
        tryBoth(() =>
          fetch(`${proxy.url}/v1/projects?page_size=2&page_token=${oldToken}`, {
            headers: { 'x-api-key': key },
          }).then(async (response) => {
            const page = (await response.json()) as { items: { project_id: string }[] };
            // An unknown token would restart from the first page.
            return page.items[0]?.project_id === items[0]?.project_id ? 500 : response.status;
          }),
        ),
      ]);
      counts.requests += answers.length;
      counts.failed += answers.filter((status) => status !== 200).length;
      await sleep(scaled(5, 20));
    }
  })();

  const signInWithCode = async () => {
    await sql`delete from sign_in_tries`.execute(db);
    await sql`delete from auth_rate_limits`.execute(db);
    const fresh = new BrowserSession(proxy, '198.51.100.61');
    await tryBoth(() => fresh.post(`${auth}/sign-in/email`, { email, password }));
    const { status } = await tryBoth(() =>
      fresh.post(`${auth}/two-factor/verify-totp`, { code: totp(secret) }),
    );
    return status;
  };
  assert.equal(await signInWithCode(), 200, 'before the rotation');
  assert.equal((await runWaypost(['secrets', 'reseal'], environment(oldKey))).code, 0);
  // First every process learns to decrypt with the new secret, then it encrypts with it.
  await fleet.exchange(`${oldKey},${newKey}`);
  assert.equal(await signInWithCode(), 200);
  await fleet.exchange(`${newKey},${oldKey}`);
  assert.equal(await signInWithCode(), 200);
  const resealed = await runWaypost(['secrets', 'reseal'], environment(`${newKey},${oldKey}`));
  assert.equal(resealed.code, 0, resealed.stderr);
  assert.match(resealed.stdout, /1 second factors/);
  assert.match(resealed.stdout, /secrets of 1 webhook endpoints/);
  // The browser has visited meanwhile, and its cookie is signed with the new secret.
  await sleep(100);
  isOver = true;
  await load;
  await fleet.exchange(newKey);
  assert.equal(
    (await session.get('/dashboard/api/me')).status,
    200,
    'still signed in without the old secret',
  );
  assert.equal(await signInWithCode(), 200, 'the second factor opens without the old secret');
  const worker = await startWaypost(['--only', 'worker'], environment(newKey));
  t.after(() => worker.child.kill('SIGKILL'));
  await callWebhooks(`/${endpoint.endpoint_id}/test`, { type: 'qr.updated' });
  await until('a webhook', () => receiver.received.length > 0);
  for (const received of receiver.received) receiver.verify(received, endpoint.secret);
  const { next_page_token: newToken } = await firstPage();
  assert.notEqual(newToken, oldToken);
  t.diagnostic(`${counts.requests} requests, ${counts.failed} failed`);
  assert.ok(counts.requests > 30);
  assert.equal(counts.failed, 0);
});

test('waypost user reset-2fa helps a user who lost their device', async () => {
  const { rows } = await sql<{
    email: string;
  }>`select email from auth_users where two_factor_enabled`.execute(db);
  const reset = await runWaypost(['user', 'reset-2fa', rows[0]?.email ?? ''], environment(newKey));
  assert.equal(reset.code, 0, reset.stderr);
  const left = await sql`select from auth_two_factors`.execute(db);
  assert.equal(left.rows.length, 0);
  assert.equal((await runWaypost(['user', 'reset-2fa', 'nobody@example.com'], environment(newKey))).code, 3);
});
