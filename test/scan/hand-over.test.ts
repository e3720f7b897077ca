import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { parseIdentifier } from '#core/identifier.ts';
import type { Database, Db } from '#features/database.ts';
import { findProblem } from '#features/recovery/find-problem.ts';
import { raiseOpenFloor } from '#features/scan-upkeep/fold-queries.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { proofScale, scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel, type LoadClient } from '../support/measure/scan-load.ts';
import { settleJournals } from '../support/measure/settle-journals.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const changes = scaled(10_000, 200);
const calmChanges = scaled(1_000, 40);
const codes = 12;
const scannersPerCode = 4;
let api: TestApi;
let account: TestAccount;
let scans: TestScan[];
let client: LoadClient;
/** Connections that can be told from those of the test. */
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
});
after(async () => {
  client.close();
  for (const scan of scans) scan.stop();
  await folder.destroy();
  await api.close();
});

/** The time between two changes of a code. */
interface Phase {
  version: number;
  limit: number | null;
  isRefused: boolean;
}

interface Code {
  id: string;
  uuid: string;
  slug: string;
  phases: Phase[];
  /** Rises when a change begins and when it ends. */
  turn: number;
  redirected: number;
  unknown: number;
  wrong: string[];
}

async function makeCode(): Promise<Code> {
  const { qr_id: id } = await api.createQrCode(account, {});
  const uuid = parseIdentifier('qrc', id) ?? '';
  return {
    id,
    uuid,
    slug: await api.publishQrCode(id),
    phases: [],
    turn: 0,
    redirected: 0,
    unknown: 0,
    wrong: [],
  };
}

/** Sets, raises, lowers or removes the limit, around the count that the code has now. */
async function change(code: Code): Promise<Phase> {
  const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
  const isRemoved = code.phases.at(-1)?.limit != null && Math.random() < 0.4;
  const limit = isRemoved ? null : Math.max(1, Number(body.scan_count) + Math.floor(Math.random() * 24) - 4);
  const changed = await api.request('PATCH', `/v1/qr-codes/${code.id}`, {
    key: account.key,
    body: { scan_limit: limit },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { rows } = await sql<{
    version: number;
  }>`select version from scan_state where qr_id = ${code.uuid}`.execute(api.db);
  return { version: rows[0]?.version ?? 0, limit, isRefused: false };
}

/** Scans all the time, through whichever process. A refusal belongs to a phase if no change ran meanwhile. */
async function keepScanning(code: Code, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { turn } = code;
    const scan = scans[Math.floor(Math.random() * scans.length)];
    const answer = await client.scan(scan?.url ?? '', code.slug);
    if (answer === null || answer.status === 503) code.unknown += 1;
    else if (answer.status === 302) code.redirected += 1;
    else if (answer.status !== 410) code.wrong.push(`status ${answer.status}`);
    else if (turn === code.turn && turn % 2 === 0) {
      const phase = code.phases.at(-1);
      if (phase !== undefined) phase.isRefused = true;
    }
    if (answer?.status !== 302) await sleep(5);
  }
}

/** So many changes of all codes together, each under load from every process. */
async function handOver(list: Code[], total: number): Promise<void> {
  const ending = new AbortController();
  for (const code of list) code.phases.push({ version: 1, limit: null, isRefused: false });
  const scanning = list.map((code) => inParallel(scannersPerCode, () => keepScanning(code, ending.signal)));
  let left = total;
  await inParallel(list.length, async (nth) => {
    const code = list[nth];
    while (code !== undefined && left-- > 0) {
      await sleep(Math.random() * 150);
      code.turn += 1;
      code.phases.push(await change(code));
      code.turn += 1;
    }
  });
  await sleep(300);
  ending.abort();
  await Promise.all(scanning);
}

/** The scans of a code by the version that their visitors saw, from the numbers. */
async function countByVersion(uuid: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; scans: number }>`
    select code.version, sum(code.scans)::int as scans from scan_numbers numbered
    cross join lateral unnest(numbered.qr_ids, numbered.scans, numbered.versions) as code (qr_id, scans, version)
    where code.qr_id = ${uuid} group by code.version`.execute(api.db);
  return new Map(rows.map(({ version, scans: own }) => [version, own]));
}

async function foldAll(): Promise<void> {
  const isOpen = async () =>
    (
      await sql`select from scan_open where open_id >= (select open_floor from ledger_state) limit 1`.execute(
        api.db,
      )
    ).rows.length > 0;
  for (let fold = 0; fold < 1_000 && (await isOpen()); fold++) await foldOpenRows(api.db);
}

async function assertExact(list: Code[]): Promise<void> {
  const folders = scans.map(({ journalDir }) => journalDir);
  await settleJournals(folders, scans.length);
  await foldAll();
  const problems: string[] = [];
  for (const code of list) {
    const byVersion = await countByVersion(code.uuid);
    for (const { version, limit, isRefused } of code.phases) {
      if (limit === null) {
        if (isRefused) problems.push(`refused without a limit at version ${version}`);
        continue;
      }
      let before = 0;
      for (const [other, own] of byVersion) if (other < version) before += own;
      const own = byVersion.get(version) ?? 0;
      if (own > 0 && before + own > limit) problems.push(`over: ${before} and ${own} of ${limit}`);
      if (isRefused && before + own < limit) problems.push(`refused early: ${before} and ${own} of ${limit}`);
    }
    const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
    const counted = Number(body.scan_count);
    if (counted < code.redirected) problems.push(`lost: ${counted} counted, ${code.redirected} redirected`);
    if (counted > code.redirected + code.unknown)
      problems.push(`doubled: ${counted} counted, ${code.redirected} redirected, ${code.unknown} unknown`);
    problems.push(...code.wrong);
  }
  for (const name of [
    'scans are numbered without gaps',
    'limits know the scans that are not folded',
    'no scan of the ledger is missing in a count',
  ]) {
    const problem = await findProblem(api.db, name);
    if (problem !== null) problems.push(`not true: ${name}: ${problem}`);
  }
  assert.deepEqual(problems.slice(0, 8), []);
}

/** Folds as two workers do, at random moments, and raises the floor now and then. */
async function keepFolding(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // It may be ended from outside, or find the gate busy.
    await foldOpenRows(folder).catch(() => {});
    if (Math.random() < 0.2) await raiseOpenFloor(folder).catch(() => {});
    await sleep(Math.random() * 100);
  }
}

/** Ends one connection at a time, mostly in the middle of a batch, which is then sent again. */
async function keepCutting(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('waypost-scan', 'folder') and state = 'active' and pid <> pg_backend_pid()
      order by random() limit 1`.execute(api.db);
    await sleep(150);
  }
}

const sum = (list: Code[], count: (code: Code) => number) =>
  list.reduce((total, code) => total + count(code), 0);

test(`${calmChanges} changes of limits under load are exact, and nobody is turned away`, async (t) => {
  const list = await Promise.all(Array.from({ length: codes }, makeCode));
  const ending = new AbortController();
  const folding = inParallel(2, () => keepFolding(ending.signal));
  await handOver(list, calmChanges);
  ending.abort();
  await folding;
  t.diagnostic(`${sum(list, ({ redirected }) => redirected)} redirects`);
  assert.equal(
    sum(list, ({ unknown }) => unknown),
    0,
    'every scan got an answer',
  );
  await assertExact(list);
});

test(`${changes} changes of limits are exact with delays, cut connections, kills and batches sent twice`, async (t) => {
  const list = await Promise.all(Array.from({ length: codes }, makeCode));
  // Some batches take long after they have read the versions, as on a slow disk.
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
      // The next one counts what the victim may have written to its journal.
      scans.push(await startTestScan(api, { JOURNAL_DIR: victim?.journalDir ?? '' }));
      kills += 1;
    }
  })();
  await handOver(list, changes);
  ending.abort();
  await Promise.all([...disturbing, killing]);
  t.diagnostic(
    `${sum(list, ({ redirected }) => redirected)} redirects, ${sum(list, ({ unknown }) => unknown)} unknown, ${kills} kills, ${sum(list, ({ phases }) => phases.filter(({ isRefused }) => isRefused).length)} limits reached`,
  );
  await assertExact(list);
});

test('a limit that can not be settled in time refuses scans, and never counts too many', async () => {
  const list = await Promise.all(Array.from({ length: 3 }, makeCode));
  const url = scans[0]?.url ?? '';
  for (const { slug } of list) assert.equal((await client.scan(url, slug))?.status, 302);
  const slow = new pg.Client({ connectionString: api.config.databaseUrl });
  await slow.connect();
  // An append that has begun and does not end: it holds the gate.
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
  const code = await makeCode();
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
  await assertExact([code]);
});

test('builds that hand limits over carelessly are noticed', {
  skip: proofScale < 1 && 'full size only',
}, () => {
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
      'migrations/0022-append-scans.sql',
      'order by state.qr_id for no key update of state;',
      'order by state.qr_id;',
    ],
  ];
  for (const [file, from, to] of sabotages)
    assertNoticed({
      file,
      from,
      to,
      test: 'test/scan/hand-over.test.ts',
      pattern: 'are exact with delays',
      environment: { PROOF_SCALE: '.1' },
    });
});
