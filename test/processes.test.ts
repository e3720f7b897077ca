import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Readiness } from '#platform/health.ts';
import { startTcpProxy, type TcpProxy } from './support/doubles/tcp-proxy.ts';
import { type RunningWaypost, runWaypost, startWaypost } from './support/scratch/spawn-waypost.ts';
import { sendRequest, startTestApi, type TestApi } from './support/scratch/test-api.ts';
import { createEmptyDatabase, testServer } from './support/scratch/test-database.ts';

let api: TestApi;
let proxy: TcpProxy;
let service: RunningWaypost;

before(async () => {
  api = await startTestApi();
  proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  service = await startWaypost([], { DATABASE_URL: url.href, REDIS_KEY_PREFIX: api.config.redisKeyPrefix });
});
after(async () => {
  service.child.kill('SIGKILL');
  await proxy.close();
  await api.close();
});

const internal = (path: string) => fetch(`${service.addresses['internal']}${path}`);

describe('one process with api, scan and worker', () => {
  test('all three run, and their log lines are JSON with a level and a time', () => {
    assert.deepEqual(Object.keys(service.addresses), ['api', 'scan', 'worker', 'internal']);
    for (const line of service.logged().split('\n')) {
      const entry = JSON.parse(line);
      assert.ok(entry.level && entry.time && entry.msg);
    }
  });

  test('/livez responds; /metrics has our metrics and those of the process', async () => {
    assert.equal((await internal('/livez')).status, 200);
    const account = await api.createAccount();
    await fetch(`${service.addresses['api']}/v1/projects`, { headers: { 'x-api-key': account.key } });
    const text = await (await internal('/metrics')).text();
    for (const name of [
      'waypost_http_requests_total{method="GET",route="/v1/projects",status="200"} 1',
      'waypost_rate_limit_decisions_total{source="redis",outcome="allowed"} 1',
      'waypost_api_processes',
      'waypost_postgres_connections{state="idle"}',
      'process_resident_memory_bytes',
    ]) {
      assert.ok(text.includes(name), name);
    }
  });

  test('/readyz succeeds while PostgreSQL is away, because links are served, and names what doesn’t work', async () => {
    assert.equal((await internal('/readyz')).status, 200);
    proxy.cut();
    const away = await internal('/readyz');
    assert.equal(away.status, 200);
    const { checks } = (await away.json()) as Readiness;
    assert.match(checks['scan'] ?? '', /^ok/);
    assert.doesNotMatch(checks['postgres'] ?? 'ok', /^ok/);
    proxy.restore();
    assert.equal((await internal('/readyz')).status, 200);
  });

  test('/readyz fails while migrations are missing', async () => {
    await sql`update schema_migrations set version = -3 where version = 3`.execute(api.db);
    const missing = await internal('/readyz');
    assert.equal(missing.status, 503);
    const { checks } = (await missing.json()) as Readiness;
    await sql`update schema_migrations set version = 3 where version = -3`.execute(api.db);
    for (const name of ['postgres', 'scan']) assert.match(checks[name] ?? '', /waypost migrate/);
  });

  test('an unknown slug gets 404 in the envelope, with no-store', async () => {
    const response = await fetch(`${service.addresses['scan']}/qr-unknown`, {
      headers: { accept: 'application/json' },
    });
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { code: string }).code, 'not_found');
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
  });

  test('SIGTERM: it stops within 10 s with exit code 0', async () => {
    const exited = once(service.child, 'exit');
    const startedMs = performance.now();
    service.child.kill('SIGTERM');
    assert.deepEqual((await exited)[0], 0);
    assert.ok(performance.now() - startedMs < 10_000);
  });
});

test('a timestamp comes back unchanged, in any time zone of the machine', async () => {
  const elsewhere = await startWaypost(['--only', 'api'], {
    DATABASE_URL: api.config.databaseUrl,
    TZ: 'Europe/Berlin',
  });
  const url = elsewhere.addresses['api'] ?? '';
  const account = await api.createAccount();
  for (const instant of [
    '1850-06-01T00:00:00.123Z',
    '2027-03-28T01:30:00.000Z',
    '0001-01-01T00:00:00.000Z',
  ]) {
    const body = { redirect_url: 'https://example.com/', expires_at: instant };
    const made = await sendRequest(url, 'POST', '/v1/qr-codes', { key: account.key, body });
    const { body: code } = await sendRequest(url, 'GET', `/v1/qr-codes/${made.body.qr_id}`, {
      key: account.key,
    });
    assert.equal(code.expires_at, instant);
  }
  elsewhere.child.kill('SIGKILL');
});

describe('a process that cannot do its work', () => {
  const leave = async (args: string[], environment: Record<string, string>) => {
    const startedMs = performance.now();
    const result = await runWaypost(['start', ...args], {
      SCAN_PORT: '0',
      INTERNAL_PORT: '0',
      ...environment,
    });
    assert.ok(performance.now() - startedMs < 10_000);
    return result;
  };

  test('exits with a message if its port is in use, together with everything that had started', async () => {
    const { port } = new URL(api.url);
    const { code, stderr } = await leave(['--only', 'scan,api'], {
      DATABASE_URL: api.config.databaseUrl,
      API_PORT: port,
    });
    assert.equal(code, 1);
    assert.match(stderr, /in use.*API_PORT/);
  });

  test('exits if migrations are missing, with a hint', async () => {
    const database = await createEmptyDatabase();
    const { code, stderr } = await leave(['--only', 'api'], { DATABASE_URL: database.url, API_PORT: '0' });
    await database.drop();
    assert.equal(code, 1);
    assert.match(stderr, /migrations are missing. Run: waypost migrate/);
  });

  test('starts without PostgreSQL if it can wait for it', async () => {
    const waiting = await startWaypost(['--only', 'api'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    const readiness = await fetch(`${waiting.addresses['internal']}/readyz`);
    waiting.child.kill('SIGKILL');
    assert.equal(readiness.status, 503);
  });

  test('a worker starts without PostgreSQL, is not ready, and runs jobs once PostgreSQL is back', async () => {
    const url = new URL(api.config.databaseUrl);
    url.port = String(proxy.port);
    proxy.cut();
    const waiting = await startWaypost(['--only', 'worker'], { DATABASE_URL: url.href });
    try {
      const readiness = () => fetch(`${waiting.addresses['internal']}/readyz`);
      const away = await readiness();
      assert.equal(away.status, 503);
      assert.match(((await away.json()) as Readiness).checks['worker'] ?? '', /no jobs are run/);
      proxy.restore();
      for (let attempt = 0; attempt < 100 && (await readiness()).status !== 200; attempt++) await sleep(100);
      assert.equal((await readiness()).status, 200);
      await sql`select graphile_worker.add_job('delete-old-reports')`.execute(api.db);
      const done = () => waiting.logged().includes('"task":"delete-old-reports"');
      for (let attempt = 0; attempt < 100 && !done(); attempt++) await sleep(100);
      assert.ok(done());
    } finally {
      waiting.child.kill('SIGKILL');
      proxy.restore();
    }
  });

  test('a worker that can’t write files is not ready', async () => {
    const file = join(mkdtempSync('/tmp/waypost-files-'), 'no-folder');
    writeFileSync(file, '');
    const worker = await startWaypost(['--only', 'worker'], {
      DATABASE_URL: api.config.databaseUrl,
      FILE_STORE: `file:${file}`,
    });
    const response = await fetch(`${worker.addresses['internal']}/readyz`);
    worker.child.kill('SIGKILL');
    assert.equal(response.status, 503);
    assert.match(
      ((await response.json()) as Readiness).checks['files'] ?? '',
      /can't be stored.*waypost doctor/,
    );
  });

  test('exits within 10 s of SIGTERM although PostgreSQL is silent', {
    timeout: 30_000,
  }, async () => {
    const url = new URL(api.config.databaseUrl);
    url.port = String(proxy.port);
    const stuck = await startWaypost([], { DATABASE_URL: url.href });
    const account = await api.createAccount();
    await fetch(`${stuck.addresses['api']}/v1/projects`, { headers: { 'x-api-key': account.key } });
    proxy.freeze();
    const exited = once(stuck.child, 'exit');
    const startedMs = performance.now();
    stuck.child.kill('SIGTERM');
    await exited;
    proxy.restore();
    assert.ok(performance.now() - startedMs < 11_000);
  });
});
