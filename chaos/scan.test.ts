import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTcpProxy, type TcpProxy } from '../test/support/doubles/tcp-proxy.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { assertNoticed } from '../test/support/measure/sabotage.ts';
import { createLoadClient, inParallel } from '../test/support/measure/scan-load.ts';
import { assertTallies, makeTally, noteAnswer, type Tally } from '../test/support/measure/scan-tally.ts';
import { settleJournals } from '../test/support/measure/settle-journals.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import type { TestAccount } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const kills = scaled(50, 4);
const stops = scaled(5, 2);
const cuts = scaled(100, 12);
const races = scaled(300, 20);
const connections = 32;
const burst = 48;
let service: ScratchService;
let account: TestAccount;
let proxy: TcpProxy;
let journalDir: string;
let scans: TestScan[];

before(async () => {
  service = await startScratchService();
  account = await service.api.createAccount();
  proxy = await startTcpProxy('127.0.0.1', Number(new URL(service.databaseUrl).port));
  journalDir = mkdtempSync('/tmp/waypost-journal-');
  scans = await Promise.all([spawn(), spawn()]);
});
after(async () => {
  for (const scan of scans) scan.stop();
  await proxy.close();
  await service.close();
  rmSync(journalDir, { recursive: true, force: true });
});

/** Through the proxy, so that responses of PostgreSQL can be lost. */
function spawn(): Promise<TestScan> {
  const url = new URL(service.databaseUrl);
  url.port = String(proxy.port);
  return startTestScan(service.api, { DATABASE_URL: url.href, JOURNAL_DIR: journalDir });
}

async function makeCodes(): Promise<Tally[]> {
  const limits = [...Array.from({ length: 10 }, (_, index) => 200 * (index + 1)), ...Array(10).fill(null)];
  return Promise.all(limits.map((limit: number | null) => makeTally(service.api, account, limit)));
}

/** Scans all codes on both processes during `trouble`, and until it is over. */
async function scanDuring(tallies: Tally[], trouble: () => Promise<void>): Promise<number> {
  const client = createLoadClient(connections);
  let [isOver, attempts] = [false, 0];
  const load = inParallel(connections, async (worker) => {
    for (let turn = worker; !isOver; turn++) {
      // All on the same code for a moment, so that both processes reach its limit together.
      const tally = tallies[Math.floor(attempts / burst) % tallies.length];
      const url = scans[turn % scans.length]?.url;
      if (tally === undefined || url === undefined) continue;
      attempts += 1;
      const answer = await client.scan(url, tally.slug);
      noteAnswer(tally, answer?.status);
      // A process that is restarting refuses connections: no reason to spin.
      if (answer === null) await sleep(20);
    }
  });
  try {
    await trouble();
  } finally {
    isOver = true;
    await load;
    client.close();
  }
  return attempts;
}

async function killOne(kill: number): Promise<void> {
  const place = kill % scans.length;
  const victim = scans[place];
  victim?.process.child.kill('SIGKILL');
  scans[place] = await spawn();
}

async function restartPostgres(awayMs: number): Promise<void> {
  service.postgres.server.stop('immediate');
  await sleep(awayMs);
  service.postgres.server.start();
}

const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waypost-listener'`
    .execute(service.api.db)
    .catch(() => {});

test(`limits: ${races} codes that two processes race for: never above the limit`, async () => {
  const client = createLoadClient(2 * connections);
  const tallies: Tally[] = [];
  for (let race = 0; race < races; race++) {
    const tally = await makeTally(service.api, account, 20);
    for (const { url } of scans) noteAnswer(tally, (await client.scan(url, tally.slug))?.status);
    const urls = Array.from({ length: 2 * connections }, (_, at) => scans[at % scans.length]?.url ?? '');
    const answers = await Promise.all(urls.map((url) => client.scan(url, tally.slug)));
    for (const answer of answers) noteAnswer(tally, answer?.status);
    tallies.push(tally);
  }
  client.close();
  await assertTallies(service.api.db, tallies);
});

test(`lost answers: ${cuts} cuts between scan and PostgreSQL: every scan counts once`, async (t) => {
  const tallies = await makeCodes();
  const attempts = await scanDuring(tallies, async () => {
    await sleep(500);
    for (let cut = 0; cut < cuts; cut++) {
      proxy.cut();
      proxy.restore();
      await sleep(50 + ((cut * 37) % 150));
    }
  });
  await settleJournals([journalDir], scans.length);
  t.diagnostic(`${attempts} scans`);
  await assertTallies(service.api.db, tallies);
});

test(`stops: ${stops} immediate stops of PostgreSQL under load: no scan is lost`, async (t) => {
  const tallies = await makeCodes();
  const attempts = await scanDuring(tallies, async () => {
    for (let stop = 0; stop < stops; stop++) {
      await sleep(1_000);
      await restartPostgres(700);
      await sleep(1_500);
    }
  });
  await settleJournals([journalDir], scans.length);
  t.diagnostic(`${attempts} scans`);
  await assertTallies(service.api.db, tallies);
});

test(`kills: ${kills} kill -9 of scan processes, ${stops} stops of PostgreSQL and listeners cut: acknowledged ≤ counted ≤ attempted`, async (t) => {
  const tallies = await makeCodes();
  const attempts = await scanDuring(tallies, async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(proofScale >= 1 ? 4_000 : 700);
      const isStopTurn = kill % Math.ceil(kills / stops) === 0;
      // Half of the stops include a kill while PostgreSQL is away: its journal must be found.
      const stop = isStopTurn ? restartPostgres(1_500) : cutListeners();
      if (isStopTurn) await sleep(300);
      await killOne(kill);
      await stop;
    }
    await sleep(2_000);
  });
  await settleJournals([journalDir], scans.length);
  t.diagnostic(
    `${attempts} scans, ${tallies.reduce((sum, tally) => sum + tally.acknowledged, 0)} acknowledged`,
  );
  await assertTallies(service.api.db, tallies);
});

const sabotages = [
  {
    name: 'commits that are not durable',
    file: 'src/platform/postgres.ts',
    from: "timezone: 'UTC'",
    to: "timezone: 'UTC', synchronous_commit: 'off'",
    pattern: '^stops',
  },
  {
    name: 'a check of the limit before the count',
    file: 'src/scan/count-scans.ts',
    from: 'least(b.scans, s.scan_limit - s.scan_count - s.pending)',
    to: 'least(b.scans, s.scan_limit - (select x.scan_count from scan_state x where x.qr_id = b.qr_id) - s.pending)',
    pattern: '^limits',
  },
  {
    name: 'a new id with every try',
    file: 'src/scan/commit-batch.ts',
    from: 'await run(pool, batch, groups)',
    to: 'await run(pool, { ...batch, batchId: crypto.randomUUID() }, groups)',
    pattern: '^lost answers',
  },
];
for (const { name, ...sabotage } of sabotages) {
  test(`a build with ${name} is caught`, () => {
    assertNoticed({
      isFullSizeOnly: true,
      ...sabotage,
      test: 'chaos/scan.test.ts',
      environment: { PROOF_SCALE: '.2' },
    });
  });
}
