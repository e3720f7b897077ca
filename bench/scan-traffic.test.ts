import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { type Measured, measureLoad, type Runner } from './support/measure-load.ts';
import { listPostgresPids, makeCodes, spawnServer } from './support/scan-bench.ts';

const codeCount = scaled(100_000, 2_000);
const requests = scaled(300_000, 6_000);
const rounds = scaled(3, 1);
const load = { connections: 64, seconds: scaled(5, 2) };
const editsPerSecond = 200;
const floor = proofScale >= 1 ? 0.4 : 0.1;

let api: TestApi;
let folder: string;
let scans: TestScan[] = [];
let children: ChildProcess[] = [];
let uncounted: Runner;
let counted: Runner[];

before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/tmp/waypost-bench-traffic-');
  const slugs = await makeCodes(api, codeCount);
  const paths = join(folder, 'zipf');
  writeFileSync(paths, drawByZipf(slugs).join('\n'));
  scans = await Promise.all(Array.from({ length: 4 }, () => startTestScan(api)));
  const free = await spawnServer(api, 'uncounted-scan.ts');
  const folding = await spawnServer(api, 'fold-loop.ts');
  children = [free.child, folding.child];
  uncounted = { name: 'uncounted', url: free.url, pid: free.child.pid ?? 0, paths };
  counted = scans.map(({ url, process }) => ({ name: 'counted', url, pid: process.child.pid ?? 0, paths }));
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const scan of scans) scan.stop();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The nth code is requested n times less often than the first. */
function drawByZipf(slugs: string[]): string[] {
  const weights: number[] = [];
  let sum = 0;
  for (let nth = 1; nth <= slugs.length; nth++) weights.push((sum += 1 / nth));
  return Array.from({ length: requests }, () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, weights.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((weights[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return `/${slugs[low]?.toUpperCase()}`;
  });
}

/** Changes scanned codes at this rate. */
async function keepEditing(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedMs = performance.now();
    await sql`update qr_codes set redirect_url = 'https://example.com/' || floor(random() * 1e6)::text
      where reserved_slug = any(array(select reserved_slug from qr_codes order by created_at limit 2000))
        and random() < ${editsPerSecond / 10 / 2_000}`.execute(api.db);
    await sleep(Math.max(0, 100 - (performance.now() - startedMs)));
  }
}

async function compare(runners: Runner[]): Promise<{ ratio: number; perSecond: number; postgres: number }> {
  const first = runners[0] ?? assert.fail();
  await measureLoad(uncounted, load);
  for (const runner of runners) await measureLoad(runner, { ...load, seconds: 2 });
  const all: { free: Measured; own: Measured[] }[] = [];
  for (let round = 0; round < rounds; round++) {
    const free = await measureLoad(uncounted, load);
    const measure = (runner: Runner) =>
      measureLoad(runner, load, runner === first ? { postgresPids: () => listPostgresPids(api) } : {});
    all.push({ free, own: await Promise.all(runners.map(measure)) });
  }
  const rateOf = (own: Measured[]) => own.reduce((sum, { perSecond }) => sum + perSecond, 0);
  return {
    ratio: median(all.map(({ free, own }) => rateOf(own) / free.perSecond)),
    perSecond: median(all.map(({ own }) => rateOf(own))),
    // All requests of the round share the processes of PostgreSQL.
    postgres: median(
      all.map(({ own }) => ((own[0]?.postgresMicroseconds ?? 0) * (own[0]?.perSecond ?? 0)) / rateOf(own)),
    ),
  };
}

async function report(t: { diagnostic(text: string): void }, name: string, runners: Runner[]): Promise<void> {
  const { ratio, perSecond, postgres } = await compare(runners);
  t.diagnostic(
    `${name}: ${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)} of uncounted, PostgreSQL ${postgres.toFixed(1)} µs per scan`,
  );
  assert.ok(ratio >= floor, `${name}: ${ratio} of uncounted`);
}

test(`Zipf-distributed scans of ${codeCount} codes`, (t) => report(t, 'Zipf', counted.slice(0, 1)));

test(`the same with ${editsPerSecond} changes of scanned codes per second`, async (t) => {
  const ending = new AbortController();
  const editing = keepEditing(ending.signal);
  await report(t, 'with changes', counted.slice(0, 1));
  ending.abort();
  await editing;
});

/** Limits that are not new: each was settled with its first scan. */
async function setLimits(): Promise<void> {
  await sql`update scan_state set scan_limit = 1000000000 where get_byte(uuid_send(qr_id), 15) < 3 and get_byte(uuid_send(qr_id), 14) < 218`.execute(
    api.db,
  );
  for (;;) {
    const { rows } = await sql`select from open_counts limit 1`.execute(api.db);
    if (rows.length === 0) break;
    await sleep(100);
  }
  await sql`update scan_state set is_settled = true where not is_settled`.execute(api.db);
}

test('the same with a limit on every hundredth code', async (t) => {
  await setLimits();
  await report(t, 'with limits', counted.slice(0, 1));
});

test('the same with four scan processes', (t) => report(t, 'four processes', counted));
