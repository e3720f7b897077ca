import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../test/support/doubles/tcp-proxy.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { createLoadClient, inParallel, type LoadClient } from '../test/support/measure/scan-load.ts';
import { assertTallies, makeTally, noteAnswer, type Tally } from '../test/support/measure/scan-tally.ts';
import { SteadyLoad } from '../test/support/measure/steady-load.ts';
import { writeFigure } from '../test/support/measure/write-figure.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import { scanLink, startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const outageSeconds = scaled(60, 6);
const recoverMs = 5_000;
/** Of the second run, in which every second is noted. */
const shownSeconds = scaled(30, 3);
const shownAroundMs = scaled(8_000, 2_000);
let service: ScratchService;
let proxy: TcpProxy;
let journalDir: string;
let scans: TestScan[];
let unlimited: Tally[];
let limited: Tally[];
let client: LoadClient;

before(async () => {
  service = await startScratchService();
  proxy = await startTcpProxy('127.0.0.1', Number(new URL(service.databaseUrl).port));
  journalDir = mkdtempSync('/tmp/waypost-journal-');
  scans = await Promise.all([spawn(), spawn()]);
  client = createLoadClient(64);
  const account = await service.api.createAccount();
  unlimited = await Promise.all(Array.from({ length: 20 }, () => makeTally(service.api, account, null)));
  limited = await Promise.all(Array.from({ length: 5 }, () => makeTally(service.api, account, 1_000_000)));
  for (const { url } of scans) for (const tally of [...unlimited, ...limited]) await scan(url, tally);
});
after(async () => {
  client.close();
  for (const scan of scans) scan.stop();
  await proxy.close();
  await service.close();
  rmSync(journalDir, { recursive: true, force: true });
});

function spawn(environment: Record<string, string> = {}): Promise<TestScan> {
  const url = new URL(service.databaseUrl);
  url.port = String(proxy.port);
  return startTestScan(service.api, { DATABASE_URL: url.href, JOURNAL_DIR: journalDir, ...environment });
}

async function scan(url: string, tally: Tally): Promise<number> {
  const answer = await client.scan(url, tally.slug);
  noteAnswer(tally, answer?.status);
  return answer?.status ?? 0;
}

const journalled = () =>
  readdirSync(journalDir)
    .filter((name) => name.endsWith('.journal'))
    .reduce((bytes, name) => bytes + statSync(join(journalDir, name)).size, 0);

async function settle(): Promise<void> {
  for (let attempt = 0; attempt < 1_200 && journalled() > 0; attempt++) await sleep(50);
  assert.equal(journalled(), 0);
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, text: await response.text() };
};

test(`PostgreSQL down for ${outageSeconds} s: codes without a limit keep working, those with one get 503, nothing is lost, and it recovers within 5 s`, async (t) => {
  let isOver = false;
  const statuses = { unlimited: new Map<number, number>(), limited: new Map<number, number>() };
  const count = (map: Map<number, number>, status: number) => map.set(status, (map.get(status) ?? 0) + 1);
  service.postgres.server.stop('immediate');
  const load = inParallel(16, async (worker) => {
    for (let turn = worker; !isOver; turn++) {
      const url = scans[turn % 2]?.url ?? '';
      const tally = unlimited[turn % unlimited.length];
      if (tally !== undefined) count(statuses.unlimited, await scan(url, tally));
      const other = limited[turn % limited.length];
      if (other !== undefined && turn % 10 === 0) count(statuses.limited, await scan(url, other));
    }
  });
  await sleep(outageSeconds * 500);
  const { status, text } = await readiness(scans[0]?.internalUrl ?? '');
  assert.equal(status, 200);
  assert.match(text, /unreachable for \d+ s; scans are journalled/);
  const unknown = await scanLink(scans[0]?.url ?? '', 'qr-000000000000');
  assert.equal(unknown.status, 503);
  assert.equal(unknown.headers.get('retry-after'), '2');
  await sleep(outageSeconds * 500);
  isOver = true;
  await load;
  const served = statuses.unlimited.get(302) ?? 0;
  const asked = [...statuses.unlimited.values()].reduce((sum, value) => sum + value, 0);
  t.diagnostic(`${asked} scans without a limit, ${served} served; ${[...statuses.limited]} with one`);
  assert.ok(served / asked >= 0.999, `${[...statuses.unlimited]}`);
  assert.deepEqual([...statuses.limited.keys()], [503]);

  service.postgres.server.start();
  const startedMs = performance.now();
  for (const { url } of scans) {
    for (const tally of limited) {
      while ((await scan(url, tally)) !== 302) {
        assert.ok(performance.now() - startedMs < recoverMs, 'codes with a limit are still refused');
        await sleep(20);
      }
    }
  }
  const recoveredMs = performance.now() - startedMs;
  await settle();
  t.diagnostic(
    `recovered after ${recoveredMs.toFixed(0)} ms, all counted after ${(performance.now() - startedMs).toFixed(0)} ms`,
  );
  await assertTallies(service.api.db, [...unlimited, ...limited]);
});

test(`second by second through an outage of ${shownSeconds} s: links without a limit always work, those with one from 5 s after its end`, async (t) => {
  const perSecond = scaled(500, 200);
  const account = await service.api.createAccount();
  const load = await SteadyLoad.start(service.api, account, {
    perSecond,
    scarceLimit: 100,
    urls: () => scans.map(({ url }) => url),
    change: async () => false,
  });
  await sleep(shownAroundMs);
  load.timeline.mark('PostgreSQL stops');
  const stopped = load.timeline.now();
  service.postgres.server.stop('immediate');
  await sleep(shownSeconds * 1_000);
  service.postgres.server.start();
  load.timeline.mark('PostgreSQL runs');
  const started = load.timeline.now();
  await sleep(recoverMs + shownAroundMs);
  const figure = load.timeline.figure();
  await load.stop();
  await settle();
  const { asked, redirected } = load.served;
  t.diagnostic(`${redirected} of ${asked} scans without a limit were redirected`);
  assert.ok(redirected / asked >= 0.999, `${redirected} of ${asked}`);
  const [first, last, again] = [
    Math.ceil(stopped),
    Math.floor(started),
    Math.ceil(started + recoverMs / 1_000),
  ];
  assert.ok(Math.max(...figure.limited.slice(first + 1, last)) === 0, 'a limit was not respected');
  assert.ok(Math.min(...figure.limited.slice(again)) > 0, 'codes with a limit are still refused');
  await load.assertTrue(service.api.db);
  writeFigure('outage', { perSecond, ...figure });
});

test('a network that swallows everything: the same, after a timeout', async () => {
  proxy.freeze();
  for (const { url } of scans) {
    assert.equal(await scan(url, unlimited[0] as Tally), 302);
    assert.equal(await scan(url, limited[0] as Tally), 503);
  }
  proxy.restore();
  await settle();
  await assertTallies(service.api.db, [...unlimited, ...limited]);
});

test('kill -9 of a scan process while PostgreSQL is away loses no answered scan, with or without a torn record', async () => {
  service.postgres.server.stop('immediate');
  const [victim, other] = scans;
  assert.ok(victim && other);
  for (let turn = 0; turn < 200; turn++)
    assert.equal(await scan(victim.url, unlimited[turn % 20] as Tally), 302);
  victim.process.child.kill('SIGKILL');
  await sleep(100);
  // An interrupted write: half a record after the complete ones.
  const files = readdirSync(journalDir).filter((name) => name.endsWith('.journal'));
  const largest = files
    .map((name) => join(journalDir, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .at(0);
  writeFileSync(largest ?? '', Buffer.from([0, 0, 1, 0, 9, 9, 9, 9, 123]), { flag: 'a' });
  service.postgres.server.start();
  await settle();
  await assertTallies(service.api.db, [...unlimited, ...limited]);
  scans[0] = await spawn();
});

test('a full journal causes 503, and the health check says so', async () => {
  const small = await spawn({ JOURNAL_MAX_MB: '1', JOURNAL_DIR: mkdtempSync('/tmp/waypost-journal-') });
  try {
    for (const tally of unlimited) await scan(small.url, tally);
    service.postgres.server.stop('immediate');
    let status = 302;
    for (let turn = 0; turn < 2_000 && status === 302; turn++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => scan(small.url, unlimited[at % 20] as Tally)),
      );
      status = answers.includes(503) ? 503 : 302;
    }
    assert.equal(status, 503);
    const { status: ready, text } = await readiness(small.internalUrl);
    service.postgres.server.start();
    assert.equal(ready, 503);
    assert.match(text, /journal/);
    for (let attempt = 0; attempt < 100 && (await readiness(small.internalUrl)).status !== 200; attempt++)
      await sleep(50);
    const waiting = async () =>
      !/^waypost_scan_journal_bytes 0$/m.test(await (await fetch(`${small.internalUrl}/metrics`)).text());
    for (let attempt = 0; attempt < 400 && (await waiting()); attempt++) await sleep(50);
    await assertTallies(service.api.db, unlimited);
  } finally {
    small.stop();
  }
});
