import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fillCodes } from '../test/support/data/fill-codes.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { createLoadClient, inParallel, type LoadClient } from '../test/support/measure/scan-load.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const codes = scaled(1_000_000, 20_000);
const scans = scaled(20_000, 1_000);
let service: ScratchService;
let client: LoadClient;
let journalDir: string;
let running: TestScan | null = null;

before(async () => {
  service = await startScratchService();
  client = createLoadClient(16);
  journalDir = mkdtempSync('/var/tmp/waypost-journal-');
  const account = await service.api.createAccount();
  await fillCodes(service.databaseUrl, account.uuid, codes);
});
after(async () => {
  running?.stop();
  client.close();
  await service.close();
  rmSync(journalDir, { recursive: true, force: true });
});

async function start(): Promise<TestScan> {
  running = await startTestScan(service.api, { JOURNAL_DIR: journalDir });
  return running;
}

test(`${codes} scanned codes: a process that starts while PostgreSQL is away is ready within 5 s, and 99.9 % of them redirect`, async (t) => {
  const warm = await start();
  const written = () =>
    /"codes":(\d+),"bytes":(\d+),"seconds":([\d.]+)[^\n]*snapshot of targets was written/.exec(
      warm.process.logged(),
    );
  for (let attempt = 0; attempt < 6_000 && written() === null; attempt++) await sleep(100);
  const [, kept, bytes, seconds] = written() ?? assert.fail('no snapshot was written');
  warm.stop();
  const { rows } = await sql<{
    slug: string;
    url: string;
  }>`select reserved_slug as slug, redirect_url as url from qr_codes
    order by random() limit ${scans}`.execute(service.api.db);
  service.postgres.server.stop('immediate');

  const startedMs = performance.now();
  const cold = await start();
  const readiness = await fetch(`${cold.internalUrl}/readyz`);
  const startMs = performance.now() - startedMs;
  assert.equal(readiness.status, 200);
  const loaded = /"targets":(\d+),"ms":(\d+)[^\n]*snapshot of targets was read/.exec(cold.process.logged());
  let served = 0;
  const fromMs = performance.now();
  await inParallel(16, async (worker) => {
    for (let turn = worker; turn < rows.length; turn += 16) {
      const row = rows[turn];
      const answer = await client.scan(cold.url, row?.slug ?? '');
      if (answer?.location === row?.url) served += 1;
    }
  });
  const perSecond = (rows.length / (performance.now() - fromMs)) * 1_000;
  t.diagnostic(
    `${kept} codes written in ${Number(seconds).toFixed(1)} s (${(Number(bytes) / 2 ** 20).toFixed(0)} MB); read in ${loaded?.[2]} ms, process ready after ${startMs.toFixed(0)} ms; ${served} of ${rows.length} resolved, ${perSecond.toFixed(0)} per second`,
  );
  assert.equal(Number(loaded?.[1]), codes);
  assert.ok(Number(loaded?.[2]) < 5_000);
  assert.ok(served >= rows.length * 0.999, `${served} of ${rows.length}`);
});
