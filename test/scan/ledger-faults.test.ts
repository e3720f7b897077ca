import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { ledgerShard } from '#core/ledger-shard.ts';
import type { Db } from '#features/database.ts';
import { forgetServer } from '#features/ledger-servers/forget-server.ts';
import type { LedgerDatabases, LedgerServer } from '#features/ledger-servers/ledger-databases.ts';
import { lockShards } from '#features/ledger-servers/shard-queries.ts';
import { findProblem, invariantNames } from '#features/recovery/find-problem.ts';
import { foldServer } from '#features/scan-upkeep/fold-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/doubles/tcp-proxy.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/scratch/test-database.ts';
import { addLedgerServers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let databases: TestDatabase[];
let api: TestApi;
let account: TestAccount;
let ledgers: LedgerDatabases;
let servers: LedgerServer[];
let proxies: TcpProxy[];
let scan: TestScan;

before(async () => {
  databases = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
  const urls = databases.map(({ url }) => url);
  api = await startTestApi({ environment: { LEDGER_DATABASE_URLS: urls.join(' ') } });
  ledgers = await addLedgerServers(api.db, urls);
  const listed = await ledgers.list();
  // In the order of their addresses, as the proxies are.
  servers = await Promise.all(
    databases.map(async ({ url }) => {
      const found = await Promise.all(listed.map((server) => isServerOf(server, url)));
      const server = listed[found.indexOf(true)];
      assert.ok(server !== undefined);
      return server;
    }),
  );
  proxies = await Promise.all(
    urls.map((url) => startTcpProxy('127.0.0.1', Number(new URL(url).port || 5_432))),
  );
  const proxied = urls.map((url, nth) => {
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String(proxies[nth]?.port);
    return address.href;
  });
  account = await api.createAccount();
  scan = await startTestScan(api, { LEDGER_DATABASE_URLS: proxied.join(' ') });
});
afterEach(async () => {
  for (const proxy of proxies) proxy.restore();
  await areThere();
});
after(async () => {
  scan.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await ledgers.end();
  await api.close();
  for (const database of databases) await database.drop();
});

async function isServerOf({ db }: LedgerServer, url: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return new URL(url).pathname === `/${rows[0]?.name}`;
}

interface Code {
  id: string;
  uuid: string;
  slug: string;
}

/** A code whose scans go to this server, known to `scan`. */
async function makeCodeOf(nth: number): Promise<Code> {
  const shards = await api.db.transaction().execute(lockShards);
  for (;;) {
    const { qr_id: id } = await api.createQrCode(account, {});
    const uuid = parseIdentifier('qrc', id) ?? '';
    if (shards[ledgerShard(uuid)] !== servers[nth]?.id) continue;
    const slug = await api.publishQrCode(id);
    assert.equal((await scanLink(scan.url, slug)).status, 302);
    return { id, uuid, slug };
  }
}

/** `scan` uses both servers again. */
async function areThere(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const metrics = await (await fetch(`${scan.internalUrl}/metrics`)).text();
    if (/^waypost_scan_ledger_servers_away 0$/m.test(metrics)) return;
    await sleep(50);
  }
  assert.fail('a ledger server stays away');
}

async function countRows(db: Db, table: 'ledger_doubts' | 'scan_open', { uuid }: Code): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where qr_ids @> array[${uuid}]::uuid[]`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countOf({ id }: Code): Promise<number> {
  const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
  return Number(body.scan_count);
}

function limitTo({ id }: Code, scanLimit: number): Promise<unknown> {
  return api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: { scan_limit: scanLimit } });
}

describe('a scan that its ledger server may or may not have counted', () => {
  for (const isCounted of [true, false])
    test(`redirects, is recorded first, and counts once, if the server had ${isCounted ? '' : 'not '}counted it`, async () => {
      const code = await makeCodeOf(0);
      const [server] = servers;
      assert.ok(server !== undefined);
      await foldServer(api.db, server);
      if (isCounted) proxies[0]?.mute();
      else proxies[0]?.freeze();
      assert.equal((await scanLink(scan.url, code.slug)).status, 302);
      assert.equal(await countRows(api.db, 'ledger_doubts', code), 1);
      // The scan was answered without its response, so the server may commit it a moment later.
      for (
        let tries = 0;
        isCounted && tries < 200 && (await countRows(server.db, 'scan_open', code)) === 0;
        tries++
      )
        await sleep(25);
      assert.equal(await countRows(server.db, 'scan_open', code), isCounted ? 1 : 0);
      proxies[0]?.restore();
      await foldServer(api.db, server);
      assert.equal(await countRows(api.db, 'ledger_doubts', code), 0);
      assert.equal(await countOf(code), 2);
    });

  for (const isCounted of [true, false])
    test(`counts towards a limit that is set before it is known, if the server had ${isCounted ? '' : 'not '}counted it`, async () => {
      const code = await makeCodeOf(0);
      if (isCounted) proxies[0]?.mute();
      else proxies[0]?.freeze();
      assert.equal((await scanLink(scan.url, code.slug)).status, 302);
      await limitTo(code, 3);
      // The server can't be asked, so the rest of the limit is unknown.
      assert.equal((await scanLink(scan.url, code.slug)).status, 503);
      proxies[0]?.restore();
      await areThere();
      assert.equal((await scanLink(scan.url, code.slug)).status, 302);
      assert.equal((await scanLink(scan.url, code.slug)).status, 410);
      assert.equal(await countOf(code), 3);
    });
});

describe('a ledger server that hangs', () => {
  test('delays new limits of its own codes, and of no others', async () => {
    const [hanging, healthy] = [await makeCodeOf(0), await makeCodeOf(1)];
    for (const code of [hanging, healthy]) await limitTo(code, 2);
    proxies[0]?.freeze();
    const first = scanLink(scan.url, hanging.slug).then(({ status }) => ({
      status,
      atMs: performance.now(),
    }));
    await sleep(50);
    assert.equal((await scanLink(scan.url, healthy.slug)).status, 302);
    const healthyMs = performance.now();
    const { status, atMs } = await first;
    assert.equal(status, 503);
    assert.ok(healthyMs < atMs, 'the healthy one was answered after the other');
    assert.equal((await scanLink(scan.url, healthy.slug)).status, 410);
  });
});

describe('a ledger server that is given up', () => {
  test('loses no doubtful scan, and its codes keep working', async () => {
    const code = await makeCodeOf(0);
    const [server] = servers;
    assert.ok(server !== undefined);
    await foldServer(api.db, server);
    proxies[0]?.freeze();
    assert.equal((await scanLink(scan.url, code.slug)).status, 302);
    assert.equal(await countRows(api.db, 'ledger_doubts', code), 1);
    await forgetServer(api.db, server.id);
    assert.equal(await countOf(code), 2);
    assert.equal((await scanLink(scan.url, code.slug)).status, 302);
    assert.equal(await countOf(code), 3);
    for (const name of invariantNames) assert.equal(await findProblem(api.db, name), null, name);
  });
});
