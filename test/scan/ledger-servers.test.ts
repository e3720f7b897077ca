import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#features/database.ts';
import type { LedgerDatabases, LedgerServer } from '#features/ledger-servers/ledger-databases.ts';
import { moveShards } from '#features/ledger-servers/move-shards.ts';
import { raiseOpenFloor } from '#features/scan-upkeep/fold-queries.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { foldServer } from '#features/scan-upkeep/fold-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/doubles/tcp-proxy.ts';
import { describeChanges, LimitChanges, scannersPerCode } from '../support/measure/limit-changes.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel, type LoadClient } from '../support/measure/scan-load.ts';
import { createScratchPostgres, type ScratchPostgres } from '../support/scratch/scratch-postgres.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { addLedgerServers } from '../support/scratch/test-ledger.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const changes = scaled(2_500, 150);
const codes = 12;
let api: TestApi;
let account: TestAccount;
let scratch: ScratchPostgres[];
let ledgers: LedgerDatabases;
let servers: LedgerServer[];
let scans: TestScan[];
let proxies: TcpProxy[];
let client: LoadClient;
let limits: LimitChanges;

before(async () => {
  scratch = await Promise.all([createScratchPostgres(), createScratchPostgres()]);
  const urls = await Promise.all(scratch.map(createDatabase));
  api = await startTestApi({ environment: { LEDGER_DATABASE_URLS: urls.join(' ') } });
  ledgers = await addLedgerServers(api.db, urls);
  servers = await ledgers.list();
  account = await api.createAccount();
  // Some batches are slow between the check on the first server and the append on the other.
  const delayMs = () => (Math.random() < 0.15 ? Math.random() * 600 : 0);
  proxies = await Promise.all(
    scratch.map(({ server }) => startTcpProxy('127.0.0.1', Number(new URL(server.url).port), delayMs)),
  );
  const proxied = urls.map((url, nth) => url.replace(new URL(url).port, String(proxies[nth]?.port)));
  scans = await Promise.all(
    Array.from({ length: 4 }, () => startTestScan(api, { LEDGER_DATABASE_URLS: proxied.join(' ') })),
  );
  client = createLoadClient(codes * scannersPerCode + 16);
  limits = new LimitChanges({ api, account, scans, client, foldAll });
  await limits.noteServedOffline();
});
after(async () => {
  client.close();
  for (const scan of scans) scan.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await ledgers.end();
  await api.close();
  for (const postgres of scratch) postgres.remove();
});

async function createDatabase({ server }: ScratchPostgres): Promise<string> {
  const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
  await admin.connect();
  await admin.query('create database ledger');
  await admin.end();
  return `${server.url}/ledger`;
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from scan_open
    where open_id >= (select open_floor from ledger_state)`.execute(db);
  return rows[0]?.open ?? 0;
}

async function foldAll(): Promise<void> {
  for (let fold = 0; fold < 1_000; fold++) {
    const open = await Promise.all([api.db, ...servers.map(({ db }) => db)].map(countOpen));
    const { rows: doubts } = await sql`select from ledger_doubts`.execute(api.db);
    if (open.every((own) => own === 0) && doubts.length === 0) return;
    await foldOpenRows(api.db);
    for (const server of servers) await foldServer(api.db, server);
  }
}

async function keepFolding(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const server = servers[Math.floor(Math.random() * servers.length)];
    // It may be away, or find the gate busy.
    if (server !== undefined) await foldServer(api.db, server).catch(() => {});
    await foldOpenRows(api.db).catch(() => {});
    if (server !== undefined && Math.random() < 0.2) await raiseOpenFloor(server.db).catch(() => {});
    await sleep(Math.random() * 100);
  }
}

test('scans of codes without a limit are counted on their ledger servers', async () => {
  const list = await limits.makeCodes(40);
  await Promise.all(
    list.map(async ({ slug }) => assert.equal((await client.scan(scans[0]?.url ?? '', slug))?.status, 302)),
  );
  const open = await Promise.all(servers.map(({ db }) => countOpen(db)));
  assert.ok(
    open.every((own) => own > 0),
    `${open}`,
  );
  assert.equal(await countOpen(api.db), 0);
  await foldAll();
  for (const { id } of list) {
    const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    assert.equal(body.scan_count, 1);
  }
});

test(`${changes} changes of limits are exact on two ledger servers`, async (t) => {
  const list = await limits.makeCodes(codes);
  const ending = new AbortController();
  const folding = inParallel(2, () => keepFolding(ending.signal));
  await limits.run(list, changes);
  ending.abort();
  await folding;
  t.diagnostic(describeChanges(list));
  await limits.assertExact(list);
});

test(`${changes} changes of limits are exact while a ledger server is killed again and again`, async (t) => {
  const list = await limits.makeCodes(codes);
  const ending = new AbortController();
  let stops = 0;
  const disturbing = [
    inParallel(2, () => keepFolding(ending.signal)),
    (async () => {
      while (!ending.signal.aborted) {
        await sleep(2_000 + Math.random() * 2_000, undefined, { signal: ending.signal }).catch(() => {});
        if (ending.signal.aborted) return;
        scratch[0]?.server.stop('immediate');
        stops += 1;
        await sleep(1_500);
        scratch[0]?.server.start([]);
      }
    })(),
  ];
  await limits.run(list, changes);
  ending.abort();
  await Promise.all(disturbing);
  t.diagnostic(`${describeChanges(list)}, ${stops} stops`);
  await limits.assertExact(list);
});

test(`${changes} changes of limits are exact while shards move from server to server`, async (t) => {
  const list = await limits.makeCodes(codes);
  const ending = new AbortController();
  let moves = 0;
  // A move ends when the previous server has transferred its scans, so folding goes on until the last move has ended.
  const moved = new AbortController();
  const folding = inParallel(2, () => keepFolding(moved.signal));
  const moving = (async () => {
    for (const targets of Array.from({ length: 1_000 }).flatMap(() => [servers.slice(1), [], servers])) {
      if (ending.signal.aborted) return;
      await moveShards(api.db, { targets, servers }, () => {});
      moves += 1;
      await sleep(200);
    }
  })().finally(() => moved.abort());
  await limits.run(list, changes);
  ending.abort();
  await Promise.all([moving, folding]);
  assert.ok(moves > 2, `${moves} moves`);
  t.diagnostic(`${describeChanges(list)}, ${moves} moves`);
  await limits.assertExact(list);
});

test('builds that use ledger servers carelessly are noticed', () => {
  const sabotages: [file: string, from: string, to: string][] = [
    [
      'src/scan/append-elsewhere.ts',
      'case when fence <= $4::bigint then',
      'case when fence <= fence + $4::bigint then',
    ],
    [
      'migrations/0025-ledger-servers.sql',
      'set epoch = epoch + 1 returning epoch',
      'set epoch = epoch returning epoch',
    ],
  ];
  for (const [file, from, to] of sabotages)
    assertNoticed({
      isFullSizeOnly: true,
      file,
      from,
      to,
      test: 'test/scan/ledger-servers.test.ts',
      pattern: 'are exact on two ledger servers',
      environment: { PROOF_SCALE: '.2' },
    });
});
