import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrateJobs } from '#platform/jobs.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { SteadyLoad } from '../test/support/measure/steady-load.ts';
import { writeFigure } from '../test/support/measure/write-figure.ts';
import { PatroniCluster } from '../test/support/scratch/patroni-cluster.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const kills = scaled(20, 1);
const scansPerSecond = proofScale >= 1 ? 500 : 200;
/** Shown before and after the first one. */
const aroundMs = scaled(10_000, 100);
const migrationsFolder = new URL('../migrations', import.meta.url).pathname;
let cluster: PatroniCluster;
let api: TestApi;
let account: TestAccount;
let journalDirs: string[];
/** One goes to the hosts themselves, one through HAProxy. */
let scans: TestScan[];
let load: SteadyLoad;
const outages: number[] = [];

before(async () => {
  cluster = await PatroniCluster.start();
  const url = `postgres://postgres@${cluster.hosts}/waypost?target_session_attrs=read-write`;
  await createDatabase(url);
  api = await startTestApi({ databaseUrl: url });
  account = await api.createAccount();
  journalDirs = [mkdtempSync('/tmp/waypost-journal-'), mkdtempSync('/tmp/waypost-journal-')];
  scans = await Promise.all(
    [url, `postgres://postgres@${cluster.proxy}/waypost?target_session_attrs=read-write`].map(
      (address, place) =>
        startTestScan(api, { DATABASE_URL: address, JOURNAL_DIR: journalDirs[place] ?? '' }),
    ),
  );
  load = await SteadyLoad.start(api, account, {
    perSecond: scansPerSecond,
    scarceLimit: 400 * kills,
    urls: () => scans.map((process) => process.url),
    change: async (qrId, redirectUrl) => {
      const path = `/v1/qr-codes/${qrId}`;
      const body = { redirect_url: redirectUrl };
      return (await api.request('PATCH', path, { key: account.key, body })).status === 200;
    },
  });
});
after(async () => {
  await load?.stop();
  for (const process of scans ?? []) process.stop();
  await api?.close();
  cluster?.stop();
  for (const folder of journalDirs ?? []) rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(url: string): Promise<void> {
  const leader = new pg.Client({ connectionString: `postgres://postgres@${cluster.proxy}/postgres` });
  await leader.connect();
  await leader.query('create database waypost');
  await leader.end();
  await applyMigrations(url, await readMigrations(migrationsFolder), () => {});
  await migrateJobs(url);
}

async function lose(action: () => void | Promise<void>): Promise<number> {
  await action();
  const outageMs = await load.measureOutage();
  outages.push(outageMs);
  return outageMs;
}

test(`the leader is killed ${kills} times at ${scansPerSecond} scans per second`, async (t) => {
  for (let nth = 0; nth < kills; nth++) {
    const leader = await cluster.leader();
    if (nth === 0) await sleep(aroundMs);
    await lose(() => {
      load.timeline.mark('the leader is killed');
      return cluster.kill(leader);
    });
    if (nth === 0) {
      load.timeline.mark('the new leader counts');
      await sleep(aroundMs);
      writeFigure('failover', {
        perSecond: scansPerSecond,
        ...load.timeline.figure(),
      });
    }
    cluster.revive(leader);
    await cluster.whole();
  }
  const sorted = outages.map((ms) => Math.round(ms)).sort((a, b) => a - b);
  t.diagnostic(
    `codes with a limit are served again after ${sorted[0]} to ${sorted.at(-1)} ms, median ${Math.round(median(sorted))} (${sorted.join(', ')})`,
  );
  assert.ok((sorted.at(-1) ?? 0) < 30_000);
});

test('the leader is disconnected silently, and comes back', async (t) => {
  const leader = await cluster.leader();
  t.diagnostic(`served again after ${(await lose(() => cluster.cut(leader))).toFixed(0)} ms`);
  cluster.heal(leader);
  await cluster.whole();
});

test('a replica is lost', async (t) => {
  const replica = await cluster.replica();
  t.diagnostic(`served again after ${(await lose(() => cluster.kill(replica))).toFixed(0)} ms`);
  cluster.revive(replica);
  await cluster.whole();
});

test('the leader is switched over', async (t) => {
  t.diagnostic(`served again after ${(await lose(() => cluster.switchOver())).toFixed(0)} ms`);
  await cluster.whole();
});

test('after all of that no acknowledged scan is lost, no limit is exceeded, nothing was stale, and 99.99 % of unlimited scans were served', async (t) => {
  await load.stop();
  for (const { internalUrl } of scans) {
    for (let attempt = 0; attempt < 600; attempt++) {
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      if (/^waypost_scan_journal_bytes 0$/m.test(metrics)) break;
      await sleep(100);
    }
  }
  const { served } = load;
  t.diagnostic(
    `${served.redirected} of ${served.asked} scans without a limit served; ${load.acknowledged} acknowledged in all; ${load.inForce} changes`,
  );
  await load.assertTrue(api.db);
  assert.ok(served.redirected / served.asked >= 0.9999, `${served.redirected} of ${served.asked}`);
});
