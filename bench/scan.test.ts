import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { type Measured, measureLoad, type Runner } from './support/measure-load.ts';
import { measureSync } from './support/measure-sync.ts';
import { listPostgresPids, makeCodes, spawnServer } from './support/scan-bench.ts';

const codeCount = scaled(10_000, 500);
const rounds = scaled(6, 2);
const seconds = scaled(6, 2);
const connections = 64;
/** Floors at full size; a short run next to other tests only shows that it works. */
const floors =
  proofScale >= 1
    ? { bare: 0.4, uncounted: 0.6, hot: 0.7, postgres: 20 }
    : { bare: 0.1, uncounted: 0.2, hot: 0.2, postgres: 200 };

const load = { connections, seconds };
let api: TestApi;
let folder: string;
let scan: TestScan;
let children: ChildProcess[];
let runners: Record<'bare' | 'uncounted' | 'spread' | 'hot', Runner>;

before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/var/tmp/waypost-bench-scan-');
  const slugs = await makeCodes(api, codeCount);
  writeFileSync(join(folder, 'spread'), slugs.map((slug) => `/${slug.toUpperCase()}`).join('\n'));
  writeFileSync(join(folder, 'hot'), `/${slugs[0]?.toUpperCase()}`);
  scan = await startTestScan(api);
  const bare = await spawnServer(api, 'bare-server.ts');
  const uncounted = await spawnServer(api, 'uncounted-scan.ts');
  const folding = await spawnServer(api, 'fold-loop.ts');
  children = [bare.child, uncounted.child, folding.child];
  const counted = { url: scan.url, pid: scan.process.child.pid ?? 0 };
  runners = {
    bare: { name: 'bare', url: bare.url, pid: bare.child.pid ?? 0, paths: join(folder, 'spread') },
    uncounted: {
      name: 'uncounted',
      url: uncounted.url,
      pid: uncounted.child.pid ?? 0,
      paths: join(folder, 'spread'),
    },
    spread: { name: 'spread', ...counted, paths: join(folder, 'spread') },
    hot: { name: 'hot', ...counted, paths: join(folder, 'hot') },
  };
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  scan.stop();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'counted and durable redirects with five rules and a country each, compared with bare node:http and with uncounted redirects',
  repeated(async (t) => {
    for (const runner of Object.values(runners)) await measureLoad(runner, load);
    const kinds = ['bare', 'uncounted', 'spread', 'hot'] as const;
    const all: Record<(typeof kinds)[number], Measured[]> = { bare: [], uncounted: [], spread: [], hot: [] };
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds)
        all[kind].push(await measureLoad(runners[kind], load, { postgresPids: () => listPostgresPids(api) }));
    }
    const ratio = (a: (typeof kinds)[number], b: (typeof kinds)[number], field: keyof Measured) =>
      median(all[a].map((value, round) => value[field] / (all[b][round]?.[field] ?? 1)));
    const rate = (kind: (typeof kinds)[number]) => median(all[kind].map(({ perSecond }) => perSecond));
    t.diagnostic(kinds.map((kind) => `${kind} ${rate(kind).toFixed(0)}/s`).join(', '));
    const figures = {
      bare: ratio('spread', 'bare', 'perSecond'),
      uncounted: ratio('spread', 'uncounted', 'perSecond'),
      hot: ratio('hot', 'uncounted', 'perSecond'),
      cpu: ratio('spread', 'bare', 'cpuMicroseconds'),
    };
    t.diagnostic(
      `to bare ${figures.bare.toFixed(2)} (goal 0.45), to uncounted ${figures.uncounted.toFixed(2)} (goal 0.65), one hot code ${figures.hot.toFixed(2)} (goal 0.75), CPU per request ${figures.cpu.toFixed(2)} times bare (goal 1.9)`,
    );
    const postgres = median(all.spread.map(({ postgresMicroseconds }) => postgresMicroseconds));
    t.diagnostic(`PostgreSQL ${postgres.toFixed(1)} µs of CPU per scan with folding (goal 10)`);
    const delayMs = (connections * 1_000) / (rate('spread') / 2);
    const half = await measureLoad(runners.spread, load, { delayMs });
    const bareHalf = await measureLoad(runners.bare, load, { delayMs });
    t.diagnostic(
      `at ${half.perSecond.toFixed(0)}/s: p99 ${half.p99Ms.toFixed(1)} ms, bare ${bareHalf.p99Ms.toFixed(1)} ms (goal: at most 5 more); the disk alone: ${measureSync(folder).toFixed(1)} ms`,
    );
    assert.ok(figures.bare >= floors.bare, `${figures.bare} of bare`);
    assert.ok(postgres <= floors.postgres, `${postgres} µs of PostgreSQL per scan`);
    assert.ok(figures.hot >= floors.hot, `one hot code: ${figures.hot} of uncounted`);
    assert.ok(figures.uncounted >= floors.uncounted, `${figures.uncounted} of uncounted`);
  }),
);
