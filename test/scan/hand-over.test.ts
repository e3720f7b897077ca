import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import type { Database, Db } from '#features/database.ts';
import { raiseOpenFloor } from '#features/scan-upkeep/fold-queries.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { describeChanges, LimitChanges, scannersPerCode } from '../support/measure/limit-changes.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel, type LoadClient } from '../support/measure/scan-load.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const changes = scaled(10_000, 200);
const calmChanges = scaled(1_000, 40);
const codes = 12;
let api: TestApi;
let account: TestAccount;
let scans: TestScan[];
let client: LoadClient;
let limits: LimitChanges;
/** Connections that can be distinguished from those of the test. */
let folder: Db;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scans = await Promise.all(Array.from({ length: 4 }, () => startTestScan(api)));
  const log = pino({ level: 'silent' });
  const pool = createPostgresPool({
    url: api.config.databaseUrl,
    poolMax: 2,
    applicationName: 'folder',
    log,
  });
  folder = createDatabase<Database>(pool);
  client = createLoadClient(codes * scannersPerCode + 16);
  limits = new LimitChanges({ api, account, scans, client, foldAll });
  await limits.noteServedOffline();
});
after(async () => {
  client.close();
  for (const scan of scans) scan.stop();
  await folder.destroy();
  await api.close();
});

async function foldAll(): Promise<void> {
  const isOpen = async () =>
    (
      await sql`select from scan_open where open_id >= (select open_floor from ledger_state) limit 1`.execute(
        api.db,
      )
    ).rows.length > 0;
  for (let fold = 0; fold < 1_000 && (await isOpen()); fold++) await foldOpenRows(api.db);
}

/** Folds like two workers, at random moments, and raises the floor now and then. */
async function keepFolding(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // It may be terminated from outside, or find the gate busy.
    await foldOpenRows(folder).catch(() => {});
    if (Math.random() < 0.2) await raiseOpenFloor(folder).catch(() => {});
    await sleep(Math.random() * 100);
  }
}

/** Terminates one connection at a time, mostly in the middle of a batch, which is then sent again. */
async function keepCutting(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('waypost-scan', 'folder') and state = 'active' and pid <> pg_backend_pid()
      order by random() limit 1`.execute(api.db);
    await sleep(150);
  }
}

test(`${calmChanges} changes of limits under load are exact, and every scan gets a response`, async (t) => {
  const list = await limits.makeCodes(codes);
  const ending = new AbortController();
  const folding = inParallel(2, () => keepFolding(ending.signal));
  await limits.run(list, calmChanges);
  ending.abort();
  await folding;
  t.diagnostic(describeChanges(list));
  assert.deepEqual(
    list.map(({ unknown }) => unknown),
    list.map(() => 0),
    'every scan got an answer',
  );
  await limits.assertExact(list);
});

test(`${changes} changes of limits are exact with delays, cut connections, kills and batches sent twice`, async (t) => {
  const list = await limits.makeCodes(codes);
  // Some batches are slow after they have read the versions, as on a slow disk.
  await sql`create function delay_batch() returns trigger language plpgsql as $$
    begin
      if random() < 0.1 then perform pg_sleep(random() * 0.06); end if;
      return new;
    end $$`.execute(api.db);
  await sql`create trigger delay_batch before insert on scan_batches for each row execute function delay_batch()`.execute(
    api.db,
  );
  const ending = new AbortController();
  const disturbing = [inParallel(2, () => keepFolding(ending.signal)), keepCutting(ending.signal)];
  let kills = 0;
  const killing = (async () => {
    while (!ending.signal.aborted) {
      await sleep(4_000, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      const victim = scans.shift();
      victim?.process.child.kill('SIGKILL');
      // The next process counts what the victim may have written to its journal.
      scans.push(await startTestScan(api, { JOURNAL_DIR: victim?.journalDir ?? '' }));
      kills += 1;
    }
  })();
  await limits.run(list, changes);
  ending.abort();
  await Promise.all([...disturbing, killing]);
  await limits.assertExact(list);
  t.diagnostic(
    `${describeChanges(list)}, ${kills} kills, ${await limits.countServedOffline()} served offline`,
  );
});

test('a limit that can not be settled in time refuses scans, and never counts too many', async () => {
  const list = await limits.makeCodes(3);
  const url = scans[0]?.url ?? '';
  for (const { slug } of list) assert.equal((await client.scan(url, slug))?.status, 302);
  const slow = new pg.Client({ connectionString: api.config.databaseUrl });
  await slow.connect();
  // A running append that doesn't end holds the gate.
  await slow.query('begin; insert into scan_gate select 1 where false');
  const limit = { key: account.key, body: { scan_limit: 1 } };
  for (const { id } of list) await api.request('PATCH', `/v1/qr-codes/${id}`, limit);
  const held = await Promise.all(list.map(({ slug }) => client.scan(url, slug)));
  assert.deepEqual(
    held.map((answer) => answer?.status),
    [503, 503, 503],
  );
  const { rows } = await sql<{ settled: number }>`select count(*)::int as settled from scan_state
    where is_settled and qr_id = any(${list.map(({ uuid }) => uuid)}::uuid[])`.execute(api.db);
  assert.equal(rows[0]?.settled, 0);
  await slow.query('rollback');
  await slow.end();
  const free = await Promise.all(list.map(({ slug }) => client.scan(url, slug)));
  assert.deepEqual(
    free.map((answer) => answer?.status),
    [410, 410, 410],
  );
});

test('while nobody folds, scans are counted in the rows of their codes, until somebody does', async () => {
  const code = await limits.makeCode();
  const today = new Date().toISOString().slice(0, 10);
  await sql`insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions)
    select ${today}::date, gen_random_uuid(), '{}', '{}', '{}' from generate_series(1, 50100)`.execute(
    api.db,
  );
  const stateOf = async () =>
    (
      await sql<{ scan_count: number }>`select scan_count from scan_state where qr_id = ${code.uuid}`.execute(
        api.db,
      )
    ).rows[0]?.scan_count;
  const scanUntil = async (isSeen: () => Promise<boolean>): Promise<void> => {
    const endMs = performance.now() + 20_000;
    while (!(await isSeen())) {
      assert.ok(performance.now() < endMs, 'it changed in time');
      const answer = await client.scan(scans[0]?.url ?? '', code.slug);
      if (answer?.status === 302) code.redirected += 1;
      await sleep(100);
    }
  };
  await scanUntil(async () => Number(await stateOf()) > 0);
  await sql`delete from scan_open where qr_ids = '{}'`.execute(api.db);
  await raiseOpenFloor(api.db);
  const isAppending = async () =>
    (
      await sql`select from scan_open where qr_ids @> array[${code.uuid}]::uuid[] and open_id >= (select open_floor from ledger_state)`.execute(
        api.db,
      )
    ).rows.length > 0;
  await scanUntil(isAppending);
  const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
  assert.equal(body.scan_count, code.redirected);
  await limits.assertExact([code]);
});

test('builds that hand limits over carelessly are noticed', () => {
  const sabotages: [file: string, from: string, to: string][] = [
    [
      'src/scan/append-scans.ts',
      'gate as (insert into scan_gate select 1 where false)',
      'gate as (select 1)',
    ],
    // Folding outside a transaction.
    [
      'src/features/scan-upkeep/fold-scans.ts',
      'db.transaction().execute(async (tx) => {',
      'Promise.resolve(db as unknown as Tx).then(async (tx) => {',
    ],
    ['src/scan/count-scans.ts', 'and not (${isUnsettled})\n', '\n'],
    [
      'migrations/0025-ledger-servers.sql',
      'order by state.qr_id for no key update of state;',
      'order by state.qr_id;',
    ],
  ];
  for (const [file, from, to] of sabotages)
    assertNoticed({
      isFullSizeOnly: true,
      file,
      from,
      to,
      test: 'test/scan/hand-over.test.ts',
      pattern: 'are exact with delays',
      environment: { PROOF_SCALE: '.1' },
    });
});
