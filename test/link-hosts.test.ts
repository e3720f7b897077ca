import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { type RunningWaypost, runWaypost, startWaypost } from './support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let folder: string;
let base: Record<string, string>;
before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/tmp/waypost-hosts-');
  base = {
    DATABASE_URL: api.config.databaseDirectUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    JOURNAL_DIR: folder,
    FILE_STORE: `file:${folder}/files`,
    INTERNAL_PORT: '0',
    SCAN_PORT: '0',
    API_PORT: '0',
  };
});
after(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const withHost = (host: string, more = {}) => ({ ...base, PUBLIC_BASE_URL: `https://${host}`, ...more });

async function drawOne(environment: Record<string, string>): Promise<string> {
  const account = await api.createAccount();
  const { qr_id: qrId } = await api.createQrCode(account);
  const worker = await startWaypost(['--only', 'worker'], environment);
  try {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { body } = await api.request('GET', `/v1/qr-codes/${qrId}`, { key: account.key });
      if (body['render_status'] === 'done') return slugOf(qrId);
      await sleep(100);
    }
    assert.fail('the image was never drawn');
  } finally {
    worker.child.kill('SIGKILL');
  }
}

async function slugOf(qrId: string): Promise<string> {
  const { rows } = await sql<{ reserved_slug: string }>`
    select reserved_slug from qr_codes where qr_id = ${parseIdentifier('qrc', qrId)}`.execute(api.db);
  return rows[0]?.reserved_slug ?? '';
}

async function scanUnder(service: RunningWaypost, host: string, slug: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(service.addresses['scan'] ?? '');
    const sent = request(
      { host: url.hostname, port: url.port, path: `/${slug}`, headers: { host } },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    sent.on('error', reject).end();
  });
}

test('a PUBLIC_BASE_URL that would break printed codes prevents api and worker from starting, with a hint', async () => {
  await drawOne(withHost('old.example.com'));
  for (const part of ['api', 'worker', 'api,scan,worker']) {
    const { code, stderr } = await runWaypost(['start', '--only', part], withHost('new.example.com'));
    assert.equal(code, 1, part);
    assert.match(
      stderr,
      /Printed codes contain old\.example\.com, but PUBLIC_BASE_URL is https:\/\/new\.example\.com/,
    );
    assert.match(stderr, /add to OWN_HOSTS: old\.example\.com/);
    assert.match(stderr, /waypost host forget old\.example\.com/);
  }
});

test('a process that only serves links serves a printed host anyway, and logs the problem', async () => {
  const slug = await drawOne(withHost('old.example.com'));
  const service = await startWaypost(['--only', 'scan'], withHost('new.example.com'));
  try {
    assert.equal(await scanUnder(service, 'old.example.com', slug), 302);
    assert.match(service.logged(), /Printed codes contain old\.example\.com/);
  } finally {
    service.child.kill('SIGKILL');
  }
});

test('with the old host in OWN_HOSTS they start, and all printed codes work', async () => {
  const both = withHost('new.example.com', { OWN_HOSTS: 'old.example.com' });
  const slug = await drawOne(both);
  const service = await startWaypost(['--only', 'scan'], both);
  try {
    for (const host of ['old.example.com', 'new.example.com'])
      assert.equal(await scanUnder(service, host, slug), 302, host);
    assert.equal(await scanUnder(service, 'other.example.com', slug), 421);
  } finally {
    service.child.kill('SIGKILL');
  }
});

test('waypost host lists printed hosts, and forgets a host only with an explicit option', async () => {
  const listed = await runWaypost(['host', 'list'], withHost('new.example.com'));
  assert.match(listed.stdout, /^old\.example\.com +since \d{4}-\d\d-\d\d +not served$/m);
  assert.match(listed.stdout, /^new\.example\.com +since .* +served$/m);
  const served = await runWaypost(['host', 'forget', 'new.example.com'], withHost('new.example.com'));
  assert.match(served.stderr, /This configuration serves/);
  const forgotten = await runWaypost(['host', 'forget', 'old.example.com'], withHost('new.example.com'));
  assert.equal(forgotten.code, 0, forgotten.stderr);
  const service = await startWaypost(['--only', 'scan'], withHost('new.example.com'));
  service.child.kill('SIGKILL');
});

test('an installation with images from before hosts were remembered remembers its current host', async () => {
  await sql`delete from link_hosts`.execute(api.db);
  const worker = await startWaypost(['--only', 'worker'], withHost('new.example.com'));
  worker.child.kill('SIGKILL');
  const { rows } = await sql<{ host: string }>`select host from link_hosts`.execute(api.db);
  assert.deepEqual(rows, [{ host: 'new.example.com' }]);
});

test('a process that can’t reach PostgreSQL starts anyway, because links have priority', async () => {
  const away = withHost('another.example.com', { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/waypost' });
  const service = await startWaypost(['--only', 'scan'], away);
  service.child.kill('SIGKILL');
});
