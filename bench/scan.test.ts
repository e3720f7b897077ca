import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { roundFigure, writeFigure } from '../test/support/measure/write-figure.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import {
  type Measured,
  type MeasuredNumber,
  measureLoad,
  percentiles,
  type Runner,
} from './support/measure-load.ts';
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
/** Other services that run already, for comparison: `PEERS="Name 1.2=http://127.0.0.1:3100/link"`, separated by semicolons. Their links must redirect. */
const peers = (process.env['PEERS'] ?? '').split(';').filter((peer) => peer !== '');
const peerRunners: Runner[] = [];
let runners: Record<'bare' | 'uncounted' | 'spread' | 'hot', Runner>;

before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/var/tmp/waypost-bench-scan-');
  const slugs = await makeCodes(api, codeCount);
  writeFileSync(join(folder, 'spread'), slugs.map((slug) => `/${slug.toUpperCase()}`).join('\n'));
  writeFileSync(join(folder, 'hot'), `/${slugs[0]?.toUpperCase()}`);
  scan = await startTestScan(api);
  for (const [place, peer] of peers.entries()) {
    const [, name = '', address = ''] = /^([^=]+)=(.+)$/.exec(peer) ?? assert.fail(peer);
    const { pathname, origin } = new URL(address);
    writeFileSync(join(folder, `peer-${place}`), pathname);
    peerRunners.push({ name, url: origin, pid: process.pid, paths: join(folder, `peer-${place}`) });
  }
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
    for (const runner of [...Object.values(runners), ...peerRunners]) await measureLoad(runner, load);
    const kinds = ['bare', 'uncounted', 'spread', 'hot'] as const;
    const all: Record<(typeof kinds)[number], Measured[]> = { bare: [], uncounted: [], spread: [], hot: [] };
    const peerRates = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds)
        all[kind].push(await measureLoad(runners[kind], load, { postgresPids: () => listPostgresPids(api) }));
      for (const peer of peerRunners) {
        const { perSecond } = await measureLoad(peer, load);
        peerRates.set(peer.name, [...(peerRates.get(peer.name) ?? []), perSecond]);
      }
    }
    const peerFigures = [...peerRates].map(([name, rates]) => ({
      name,
      perSecond: roundFigure(median(rates)),
      toBare: roundFigure(median(rates.map((own, round) => own / (all.bare[round]?.perSecond ?? 1)))),
    }));
    for (const { name, perSecond, toBare } of peerFigures)
      t.diagnostic(`${name} ${perSecond}/s, ${toBare} of bare`);
    const ratio = (a: (typeof kinds)[number], b: (typeof kinds)[number], field: MeasuredNumber) =>
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
      `at ${half.perSecond.toFixed(0)}/s: p99 ${half.latencyMs[99].toFixed(1)} ms, bare ${bareHalf.latencyMs[99].toFixed(1)} ms (goal: at most 5 more); the disk alone: ${measureSync(folder).toFixed(1)} ms`,
    );
    writeFigure('redirects', {
      connections,
      perSecond: Object.fromEntries(kinds.map((kind) => [kind, Math.round(rate(kind))])),
      toBare: roundFigure(figures.bare),
      toUncounted: roundFigure(figures.uncounted),
      hotToUncounted: roundFigure(figures.hot),
      cpuToBare: roundFigure(figures.cpu),
      postgresMicroseconds: roundFigure(postgres),
      peers: peerFigures,
      steady: { perSecond: Math.round(half.perSecond), ...latencies({ counted: half, bare: bareHalf }) },
    });
    assert.ok(figures.bare >= floors.bare, `${figures.bare} of bare`);
    assert.ok(postgres <= floors.postgres, `${postgres} µs of PostgreSQL per scan`);
    assert.ok(figures.hot >= floors.hot, `one hot code: ${figures.hot} of uncounted`);
    assert.ok(figures.uncounted >= floors.uncounted, `${figures.uncounted} of uncounted`);
  }),
);

function latencies(loads: Record<string, Measured>) {
  const of = ({ latencyMs }: Measured) => percentiles.map((share) => roundFigure(latencyMs[share]));
  return {
    percentiles,
    latencyMs: Object.fromEntries(Object.entries(loads).map(([name, measured]) => [name, of(measured)])),
  };
}
