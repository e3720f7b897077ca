import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { parseIdentifier } from '#core/identifier.ts';
import { systemClock } from '#platform/clock.ts';
import { countryFile } from '#platform/country-file.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { countScans } from '#scan/count-scans.ts';
import type { JournalRecord } from '#scan/journal-file.ts';
import { ledgerSettings } from '#scan/ledger-statements.ts';
import { insertReplayed } from '#scan/replay-scans.ts';
import { ScanJournal } from '#scan/scan-journal.ts';
import { ScanTargetCache } from '#scan/scan-target-cache.ts';
import { listTargets } from '#scan/scan-target-queries.ts';
import { startTcpProxy, type TcpProxy } from '../support/doubles/tcp-proxy.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { testServer } from '../support/scratch/test-database.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const log = pino({ level: 'silent' });
let api: TestApi;
let account: TestAccount;
let proxy: TcpProxy;
let scan: TestScan;
let pool: pg.Pool;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  scan = await startTestScan(api, { DATABASE_URL: url.href });
  pool = createPostgresPool({
    url: api.config.databaseUrl,
    poolMax: 4,
    applicationName: 'test',
    log,
    settings: ledgerSettings,
  });
});
after(async () => {
  scan.stop();
  await proxy.close();
  await pool.end();
  await api.close();
});

async function makeCode(body: Record<string, unknown> = {}) {
  const { qr_id: id } = await api.createQrCode(account, body);
  return { id: id as string, slug: await api.publishQrCode(id), uuid: parseIdentifier('qrc', id) ?? '' };
}

const countOf = async (uuid: string) =>
  (
    await sql<{ scan_count: number }>`select scan_count from scan_counts where qr_id = ${uuid}`.execute(
      api.db,
    )
  ).rows[0]?.scan_count ?? 0;

const today = new Date().toISOString().slice(0, 10);
const record = (uuid: string, scans: number, batchId = newUuid()): JournalRecord => ({
  batch_id: batchId,
  recorded_on: today,
  qr_ids: [uuid],
  scans: [scans],
  events: [],
});

describe('the ledger', () => {
  test('a scan that was journalled under a batch that had skipped its code as stale is counted, once', async () => {
    const { slug, uuid } = await makeCode();
    const target = (await listTargets(pool, [slug], log)).get(slug);
    assert.ok(target !== undefined && target !== 'unavailable');
    const batchId = newUuid();
    const codes = [{ target: { ...target, version: target.version - 1 }, scans: 3 }];
    const [grant] = await countScans(pool, { batchId, recordedOn: today, events: '[]', codes });
    assert.equal(grant?.isStale, true);
    for (let replay = 0; replay < 3; replay++) await insertReplayed(pool, [record(uuid, 3, batchId)]);
    assert.equal(await countOf(uuid), 3);
  });

  test('a batch and a replay of the same 300 codes never deadlock', async () => {
    const { rows } = await sql<{ qr_id: string; reserved_slug: string }>`
      with codes as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public,
          last_rendered_at, render_status)
        select gen_random_uuid(), p.account_id, p.project_id, 'Lock', 'url', 'https://example.com/',
          'qr-' || translate(substr(md5('l' || n), 1, 12), 'ilou', 'wxyz'), true, now(), 'done'
        from generate_series(1, 300) n, projects p where p.account_id = ${account.uuid}
        returning qr_id, reserved_slug),
      states as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
      select qr_id, reserved_slug from codes order by random()`.execute(api.db);
    const found = await listTargets(
      pool,
      rows.map((row) => row.reserved_slug),
      log,
    );
    const codes = [...found.values()].flatMap((target) =>
      target === 'unavailable' ? [] : [{ target, scans: 1 }],
    );
    const rounds = 25;
    const ids = rows.map((row) => row.qr_id);
    for (let round = 0; round < rounds; round++) {
      const shuffled = codes.toSorted(() => Math.sin(round + codes.length) - 0.5);
      await Promise.all([
        countScans(pool, { batchId: newUuid(), recordedOn: today, events: '[]', codes: shuffled }),
        countScans(pool, {
          batchId: newUuid(),
          recordedOn: today,
          events: '[]',
          codes: shuffled.toReversed(),
        }),
        insertReplayed(pool, [{ ...record('', 1), qr_ids: ids, scans: ids.map(() => 1) }]),
      ]);
    }
    assert.equal(await countOf(ids[0] ?? ''), rounds * 3);
  });

  test('a locked row delays only its own code, and PostgreSQL is not considered away', async () => {
    const [held, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => makeCode({ scan_limit: 100 })),
    );
    assert.ok(held);
    for (const { slug } of [held, ...others]) assert.equal((await scanLink(scan.url, slug)).status, 302);
    const holder = new pg.Client({ connectionString: api.config.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from scan_state where qr_id = $1 for update', [held.uuid]);
    const answers = await Promise.all([held, ...others].map(({ slug }) => scanLink(scan.url, slug)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, ...others.map(() => 302)],
    );
    assert.doesNotMatch(scan.process.logged(), /PostgreSQL does not commit/);
    await holder.query('commit');
    await holder.end();
    assert.equal((await scanLink(scan.url, held.slug)).status, 302);
  });

  test('a code at its limit is only read, not written; no event of a refused scan is stored', async () => {
    const { slug, uuid } = await makeCode({ scan_limit: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => scanLink(scan.url, slug)));
    assert.equal(answers.filter(({ status }) => status === 302).length, 2);
    const batches = async () =>
      (
        await sql<{ count: number; events: number }>`
        select count(*) as count, coalesce(sum(json_array_length(events)), 0) as events
        from scan_batches where ${uuid} = any(qr_ids)`.execute(api.db)
      ).rows[0];
    await sleep(100);
    const before = await batches();
    assert.equal(Number(before?.events), 2);
    for (let again = 0; again < 5; again++) assert.equal((await scanLink(scan.url, slug)).status, 410);
    assert.deepEqual(await batches(), before);
  });

  test('a limit that was reached and then raised is counted exactly, each scan once', async () => {
    const { id, slug, uuid } = await makeCode({ scan_limit: 1 });
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    assert.equal((await scanLink(scan.url, slug)).status, 410);
    for (let limit = 3; limit <= 9; limit += 3) {
      await api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: { scan_limit: limit } });
      const before = await countOf(uuid);
      assert.equal((await scanLink(scan.url, slug)).status, 302);
      assert.equal(await countOf(uuid), before + 1);
      while ((await countOf(uuid)) < limit) assert.equal((await scanLink(scan.url, slug)).status, 302);
      assert.equal((await scanLink(scan.url, slug)).status, 410);
    }
  });

  test('a code that can’t be parsed doesn’t block others', async () => {
    const [bad, good] = [await makeCode(), await makeCode()];
    await sql`update qr_codes set redirect_rules = '[{"condition": "moon"}]' where qr_id = ${bad.uuid}`.execute(
      api.db,
    );
    const answers = await Promise.all([bad, good, bad, good].map(({ slug }) => scanLink(scan.url, slug)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 302, 503, 302],
    );
    assert.match(scan.process.logged(), /could not be understood/);
  });
});

describe('an outage', () => {
  test('a code that is known to be outdated is not served', async () => {
    const { id, slug } = await makeCode();
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    await api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: { status: 'archived' } });
    await sleep(200);
    proxy.cut();
    assert.equal((await scanLink(scan.url, slug)).status, 503);
    proxy.restore();
    for (let attempt = 0; attempt < 100 && (await scanLink(scan.url, slug)).status !== 404; attempt++)
      await sleep(50);
    assert.equal((await scanLink(scan.url, slug)).status, 404);
  });
});

describe('the journal', () => {
  const counter = () => {
    const counted: string[] = [];
    const count = async (records: JournalRecord[]) => {
      counted.push(...records.map((entry) => entry.batch_id));
    };
    return { counted, count };
  };
  const fill = async (folder: string, records: number) => {
    const journal = new ScanJournal(folder, 2 ** 20, log);
    await journal.open();
    for (let at = 0; at < records; at++) assert.equal(await journal.append(record(newUuid(), 1)), true);
    const name = readdirSync(folder).find((file) => file.endsWith('.journal')) ?? '';
    return { journal, path: join(folder, name) };
  };

  test('damage in the middle of our own file: everything before it is counted, and the file is kept', async () => {
    const folder = mkdtempSync('/tmp/waypost-journal-');
    const { journal, path } = await fill(folder, 10);
    const content = readFileSync(path);
    content.writeUInt8(content.readUInt8(content.length * 0.35) ^ 1, content.length * 0.35);
    writeFileSync(path, content);
    const { counted, count } = counter();
    await journal.replay(count);
    assert.ok(counted.length > 0 && counted.length < 10);
    assert.ok(readdirSync(folder).some((name) => name.endsWith('.damaged')));
    assert.equal(await journal.append(record(newUuid(), 1)), true, 'it goes on in a new file');
    await journal.close();
  });

  test('an orphan with a damaged length is kept; one with a torn end is counted and removed', async () => {
    for (const isKept of [true, false]) {
      const folder = mkdtempSync('/tmp/waypost-journal-');
      const { journal, path } = await fill(folder, 30);
      await journal.close();
      const content = readFileSync(path);
      const frame = content.length / 30;
      const spoilt = isKept
        ? content.fill(0xff, frame * 4, frame * 4 + 4)
        : content.subarray(0, content.length - 5);
      writeFileSync(path, spoilt);
      const { counted, count } = counter();
      const adopter = new ScanJournal(folder, 2 ** 20, log);
      await adopter.open();
      await adopter.adoptOrphans(count);
      assert.equal(counted.length, isKept ? 4 : 29);
      assert.equal(
        readdirSync(folder).some((name) => name.endsWith('.damaged')),
        isKept,
      );
      await adopter.close();
    }
  });

  test('the file of a running process is not touched; if somebody removes it, no more scans are acknowledged', async () => {
    const folder = mkdtempSync('/tmp/waypost-journal-');
    const { journal, path } = await fill(folder, 3);
    const other = new ScanJournal(folder, 2 ** 20, log);
    await other.open();
    const { counted, count } = counter();
    await other.adoptOrphans(count);
    assert.equal(counted.length, 0);
    rmSync(path);
    assert.equal(await journal.append(record(newUuid(), 1)), false);
    await journal.open();
    assert.equal(await journal.append(record(newUuid(), 1)), true);
    await journal.close();
    await other.close();
  });
});

describe('unusual requests', () => {
  test('a client can’t change what is cached about the agents of others', async () => {
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 99_0 like Mac OS X) Unseen/1';
    const { slug } = await makeCode({
      redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }],
    });
    await scanLink(scan.url, slug, { headers: { 'sec-ch-ua-platform': iphone, 'user-agent': '' } });
    const { location } = await scanLink(scan.url, slug, { headers: { 'user-agent': iphone } });
    assert.equal(location, 'https://example.com/ios');
  });

  test('a country file that is damaged in the middle costs the country, not the process', async () => {
    const good = readFileSync(countryFile({ countryFile: null }));
    const file = join(mkdtempSync('/tmp/waypost-country-'), 'bad.mmdb');
    writeFileSync(file, Buffer.concat([good.subarray(0, 1_000), good.subarray(-4_000)]));
    const damaged = await startTestScan(api, { COUNTRY_FILE: file, TRUSTED_PROXIES: '127.0.0.1' });
    const { slug } = await makeCode();
    for (const address of ['8.8.8.8', '193.0.6.139', '2001:4860:4860::8888']) {
      const headers = { 'x-forwarded-for': address };
      assert.equal((await scanLink(damaged.url, slug, { headers })).status, 302);
    }
    damaged.stop();
  });

  test('an absolute URL as request target, an address with its port, and the Accept headers of common clients', async () => {
    const { slug } = await makeCode();
    const { hostname, port } = new URL(scan.url);
    const status = await new Promise((resolve) => {
      request({ hostname, port, path: `http://go.example.com/${slug}` }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    assert.equal(status, 302);
    const accept = 'application/json, text/plain, */*';
    const missing = await scanLink(scan.url, 'qr-000000000000', { headers: { accept } });
    assert.match(missing.headers.get('content-type') ?? '', /json/);
  });

  test('memory for targets is limited although all of them are in use', () => {
    const cache = new ScanTargetCache(100_000, systemClock);
    const target = { qrId: '', projectId: 'p', accountId: 'a' } as never;
    for (let at = 0; at < 5_000; at++) {
      cache.set(`qr-${at}`, target, cache.stamp());
      for (let used = Math.max(0, at - 200); used <= at; used++) cache.findFresh(`qr-${used}`);
    }
    assert.ok(cache.size < 200, `${cache.size} entries`);
  });
});
