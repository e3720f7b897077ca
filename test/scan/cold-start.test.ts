import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { systemClock } from '#platform/clock.ts';
import { startTcpProxy, type TcpProxy } from '../support/doubles/tcp-proxy.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { testServer } from '../support/scratch/test-database.ts';
import { scanLink, startScanHere, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const dayMs = 24 * 60 * 60_000;
let api: TestApi;
let account: TestAccount;
let proxy: TcpProxy;
let databaseUrl: string;
let folder: string;
let running: TestScan[] = [];

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  databaseUrl = url.href;
});
after(async () => {
  await proxy.close();
  await api.close();
});
beforeEach(() => {
  for (const scan of running.splice(0)) scan.stop();
  running = [];
  proxy.restore();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync('/tmp/waypost-journal-');
});

const snapshotFile = () => readdirSync(folder).find((name) => name.endsWith('.snapshot'));

async function start(environment: Record<string, string> = {}): Promise<TestScan> {
  const scan = await startTestScan(api, { DATABASE_URL: databaseUrl, JOURNAL_DIR: folder, ...environment });
  running.push(scan);
  return scan;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail('it did not come true within 10 s');
}

const metric = async (scan: TestScan, name: string) =>
  Number(
    new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${scan.internalUrl}/metrics`)).text())?.[1],
  );

/** A code that can be scanned. */
async function publish(body: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account, body);
  return { id, slug: await api.publishQrCode(id) };
}

/** Lets a process write the snapshot, and ends it. */
async function writeSnapshot(): Promise<void> {
  const scan = await start();
  await until(() => snapshotFile() !== undefined);
  scan.stop();
}

const ready = async (scan: TestScan) => (await fetch(`${scan.internalUrl}/readyz`)).status;

describe('a process that starts while PostgreSQL is away', () => {
  test('redirects codes that it has never seen, and counts them once PostgreSQL is back', async () => {
    const [plain, limited] = [await publish(), await publish({ scan_limit: 5 })];
    const expired = await publish({ expires_at: '2020-01-01T00:00:00Z' });
    const text = await publish({ type: 'text', text: 'Guten Tag', redirect_url: undefined });
    await writeSnapshot();
    proxy.cut();
    const cold = await start();
    assert.equal(await ready(cold), 200);
    assert.equal((await scanLink(cold.url, plain.slug)).location, 'https://example.com/');
    assert.equal((await scanLink(cold.url, limited.slug)).status, 503);
    assert.equal((await scanLink(cold.url, expired.slug)).status, 410);
    assert.match((await scanLink(cold.url, text.slug)).body, /Guten Tag/);
    assert.equal((await scanLink(cold.url, 'qr-000000000000')).status, 503);
    proxy.restore();
    await until(async () => (await metric(cold, 'waypost_scan_journal_bytes')) === 0);
    const { body } = await api.request('GET', `/v1/qr-codes/${plain.id}`, { key: account.key });
    assert.equal(body.scan_count, 1);
  });

  test('is not ready and responds with 503 if there is no snapshot either', async () => {
    const { slug } = await publish();
    proxy.cut();
    const cold = await start();
    assert.equal(await ready(cold), 503);
    assert.equal((await scanLink(cold.url, slug)).status, 503);
    proxy.restore();
    await until(async () => (await ready(cold)) === 200);
    assert.equal((await scanLink(cold.url, slug)).status, 302);
  });

  test('serves each change that was announced before PostgreSQL went away, and nothing that contradicts it', async () => {
    const [changed, archived] = [await publish(), await publish()];
    const warm = await start();
    await until(() => snapshotFile() !== undefined);
    await api.request('PATCH', `/v1/qr-codes/${changed.id}`, {
      key: account.key,
      body: { redirect_url: 'https://example.com/new' },
    });
    await api.request('PATCH', `/v1/qr-codes/${archived.id}`, {
      key: account.key,
      body: { status: 'archived' },
    });
    const added = await publish();
    await sleep(1_500);
    proxy.cut();
    warm.stop();
    const cold = await start();
    assert.equal((await scanLink(cold.url, changed.slug)).location, 'https://example.com/new');
    assert.notEqual((await scanLink(cold.url, archived.slug)).status, 302);
    assert.equal((await scanLink(cold.url, added.slug)).status, 302);
  });

  test('serves no codes of an account that was suspended meanwhile', async () => {
    const other = await api.createAccount();
    const { qr_id: id } = await api.createQrCode(other);
    const slug = await api.publishQrCode(id);
    const warm = await start();
    await until(() => snapshotFile() !== undefined);
    await sql`update accounts set suspended_at = now(), suspended_reason = 'abuse' where account_id = ${other.uuid}`.execute(
      api.db,
    );
    await sleep(1_500);
    proxy.cut();
    warm.stop();
    assert.equal((await scanLink((await start()).url, slug)).status, 403);
  });

  test('refuses a snapshot that is older than 24 hours, from the future, or damaged', async () => {
    const { slug } = await publish();
    await writeSnapshot();
    proxy.cut();
    const config = { ...api.config, databaseUrl, databaseDirectUrl: databaseUrl, journalDir: folder };
    for (const [offsetMs, status] of [
      [0, 302],
      [dayMs - 120_000, 302],
      [dayMs + 120_000, 503],
      [-3_600_000, 503],
    ] as const) {
      const clock = { nowMs: () => Date.now() + offsetMs, monotonicMs: () => systemClock.monotonicMs() };
      const scan = await startScanHere({ config }, clock, folder);
      assert.equal((await scanLink(scan.address ?? '', slug)).status, status, `${offsetMs} ms`);
      await scan.close();
    }
    const path = join(folder, snapshotFile() ?? '');
    const content = readFileSync(path);
    content[40] = (content[40] ?? 0) ^ 1;
    writeFileSync(path, content);
    assert.equal((await scanLink((await start()).url, slug)).status, 503);
  });

  test('uses a snapshot of the previous release, which knows fewer properties of codes', async () => {
    const { slug } = await publish();
    await writeSnapshot();
    const path = join(folder, snapshotFile() ?? '');
    const content = readFileSync(path);
    const [known, unknown] = ['"forwarded_params"', '"forwarded_nothing'.slice(0, 17).concat('"')];
    for (let at = content.indexOf(known); at !== -1; at = content.indexOf(known)) content.write(unknown, at);
    for (let at = 0; at < content.length; ) {
      const end = at + 8 + content.readUInt32BE(at);
      content.writeUInt32BE(crc32(content.subarray(at + 8, end)), at + 4);
      at = end;
    }
    writeFileSync(path, content);
    proxy.cut();
    const { status, location } = await scanLink((await start()).url, `${slug}?table=7`);
    assert.deepEqual([status, location], [302, 'https://example.com/']);
  });

  test('uses a snapshot whose last write was interrupted', async () => {
    const { slug } = await publish();
    await writeSnapshot();
    const path = join(folder, snapshotFile() ?? '');
    writeFileSync(path, Buffer.from([0, 0, 1, 0, 9, 9, 9, 9, 1]), { flag: 'a' });
    const before = statSync(path).size;
    proxy.cut();
    const cold = await start();
    assert.equal((await scanLink(cold.url, slug)).status, 302);
    assert.ok(statSync(path).size < before, 'the torn end is still there');
  });
});

describe('the snapshot', () => {
  test('contains no Wi-Fi password, and only its owner can read it', async () => {
    await sql`with codes as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, qr_data, redirect_rules, reserved_slug,
          is_slug_public, last_rendered_at, render_status)
        select gen_random_uuid(), account_id, project_id, 'Guests', 'wifi', '', '{"ssid":"home","password":"geheimnis"}', '[]',
          'qr-' || substr(md5('wifi'), 1, 12), true, now(), 'done' from projects where account_id = ${account.uuid}
        returning qr_id)
      insert into scan_state (qr_id, status) select qr_id, 'active' from codes`.execute(api.db);
    const { slug } = await publish();
    await writeSnapshot();
    const path = join(folder, snapshotFile() ?? '');
    const content = readFileSync(path, 'utf8');
    assert.ok(content.includes(slug));
    assert.ok(!content.includes('geheimnis'));
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('is kept by one process per machine, and by another once that one has died', async () => {
    const first = await start();
    await until(() => snapshotFile() !== undefined);
    const second = await start();
    await sleep(1_000);
    assert.doesNotMatch(second.process.logged(), /snapshot of targets was written/);
    first.stop();
    await until(() => second.process.logged().includes('snapshot of targets was written'));
  });
});

describe('waypost journal replay', () => {
  test('counts the journal of an ended process, and leaves that of a running one', async () => {
    const [gone, alive] = [await publish(), await publish()];
    const environment = { DATABASE_URL: databaseUrl, JOURNAL_DIR: folder };
    const [first, second] = [await start(), await start()];
    for (const { url } of [first, second])
      for (const { slug } of [gone, alive]) assert.equal((await scanLink(url, slug)).status, 302);
    proxy.cut();
    for (let nth = 0; nth < 3; nth++) assert.equal((await scanLink(first.url, gone.slug)).status, 302);
    assert.equal((await scanLink(second.url, alive.slug)).status, 302);
    first.stop();
    // It would adopt the journal itself as soon as PostgreSQL is back.
    second.process.child.kill('SIGSTOP');
    proxy.restore();
    const replayed = await runWaypost(['journal', 'replay'], environment);
    assert.match(replayed.stdout, /^3 scans of .* were counted\./);
    assert.match((await runWaypost(['journal', 'replay'], environment)).stdout, /no uncounted scans/);
    const countOf = async ({ id }: { id: string }) =>
      (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body.scan_count;
    assert.equal(await countOf(gone), 5);
    assert.equal(await countOf(alive), 2);
    second.process.child.kill('SIGCONT');
    await until(async () => (await countOf(alive)) === 3);
  });
});

describe('a full journal (D78)', () => {
  test('causes 503, or with JOURNAL_FULL=redirect an uncounted redirect for codes without a limit', async () => {
    const [plain, limited] = [await publish(), await publish({ scan_limit: 5 })];
    for (const [mode, status] of [
      ['refuse', 503],
      ['redirect', 302],
    ] as const) {
      const scan = await start({ JOURNAL_FULL: mode, JOURNAL_MAX_MB: '1' });
      for (const { slug } of [plain, limited]) assert.equal((await scanLink(scan.url, slug)).status, 302);
      proxy.cut();
      const answers: number[] = [];
      const scanMany = async (count: number) =>
        answers.push(...(await Promise.all(Array.from({ length: count }, () => scanLong(scan, plain.slug)))));
      while (!(await isFull(scan))) await scanMany(100);
      // The rest may have room for smaller batches.
      do await scanMany(1);
      while (!(await isFull(scan)));
      assert.equal(answers.at(-1), status);
      assert.equal((await scanLink(scan.url, limited.slug)).status, 503);
      assert.equal(await ready(scan), status === 302 ? 200 : 503);
      const uncounted = await metric(scan, 'waypost_scan_uncounted_redirects_total');
      assert.ok(mode === 'redirect' ? uncounted > 0 : uncounted === 0);
      scan.stop();
      proxy.restore();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** As large as an event can be, so that the journal is full soon. */
async function scanLong({ url }: TestScan, slug: string): Promise<number> {
  const referer = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`;
  return (await scanLink(url, slug, { headers: { referer } })).status;
}

async function isFull(scan: TestScan): Promise<boolean> {
  return (await (await fetch(`${scan.internalUrl}/readyz`)).text()).includes('full');
}
