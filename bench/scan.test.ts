import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { type Measured, measureLoad, type Runner } from './support/measure-load.ts';
import { repeated } from './support/repeated.ts';

const codeCount = scaled(10_000, 500);
const rounds = scaled(6, 2);
const seconds = scaled(6, 2);
const connections = 64;
/** Floors at full size; a short run beside other tests only shows that it works. */
const floors = proofScale >= 1 ? { bare: 0.28, uncounted: 0.5 } : { bare: 0.1, uncounted: 0.2 };

const load = { connections, seconds };
let api: TestApi;
let folder: string;
let scan: TestScan;
let children: ChildProcess[];
let runners: Record<'bare' | 'uncounted' | 'spread' | 'hot', Runner>;

before(async () => {
  api = await startTestApi();
  folder = mkdtempSync('/tmp/waypost-bench-scan-');
  const slugs = await makeCodes();
  writeFileSync(join(folder, 'spread'), slugs.map((slug) => `/${slug.toUpperCase()}`).join('\n'));
  writeFileSync(join(folder, 'hot'), `/${slugs[0]?.toUpperCase()}`);
  scan = await startTestScan(api);
  const bare = await spawnServer('bare-server.ts');
  const uncounted = await spawnServer('uncounted-scan.ts');
  children = [bare.child, uncounted.child];
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

/** Codes with five rules each, none of which matches: all are looked at. */
async function makeCodes(): Promise<string[]> {
  const account = await api.createAccount();
  const rules = JSON.stringify([
    { condition: 'device', value: 'ios', url: 'https://example.com/ios' },
    {
      condition: 'device',
      value: 'android',
      condition2: 'country',
      value2: 'DE',
      url: 'https://example.com/de',
    },
    { condition: 'country', value: 'FR', url: 'https://example.com/fr' },
    { condition: 'country', value: 'JP', url: 'https://example.com/jp' },
    {
      condition: 'schedule',
      schedule_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      schedule_start: '00:00',
      schedule_end: '00:01',
      url: 'https://example.com/night',
    },
  ]);
  const { rows } = await sql<{ reserved_slug: string }>`
    with codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, redirect_rules, reserved_slug,
        is_slug_public, last_rendered_at, render_status)
      select gen_random_uuid(), p.account_id, p.project_id, 'Bench', 'url', 'https://example.com/', ${rules}::jsonb,
        'qr-' || translate(substr(md5(n::text), 1, 12), 'ilou', 'wxyz'), true, now(), 'done'
      from generate_series(1, ${codeCount}::int) n, projects p where p.account_id = ${account.uuid}
      returning qr_id, reserved_slug),
    states as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
    select reserved_slug from codes`.execute(api.db);
  return rows.map((row) => row.reserved_slug);
}

async function spawnServer(file: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [new URL(`./support/${file}`, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: api.config.databaseUrl },
  });
  const [line] = await once(child.stdout ?? assert.fail(), 'data');
  return { child, url: String(line).trim() };
}

test(
  'counted and durable redirects, five rules and a country each, beside bare node:http and beside the same without counting',
  repeated(async (t) => {
    for (const runner of Object.values(runners)) await measureLoad(runner, load);
    const kinds = ['bare', 'uncounted', 'spread', 'hot'] as const;
    const all: Record<(typeof kinds)[number], Measured[]> = { bare: [], uncounted: [], spread: [], hot: [] };
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) all[kind].push(await measureLoad(runners[kind], load));
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
      `to bare ${figures.bare.toFixed(2)} (goal 0.40), to uncounted ${figures.uncounted.toFixed(2)} (goal 0.65), one hot code ${figures.hot.toFixed(2)} (goal 0.65), CPU a request ${figures.cpu.toFixed(1)} times bare (goal 2.5)`,
    );
    const delayMs = (connections * 1_000) / (rate('spread') / 2);
    const half = await measureLoad(runners.spread, load, delayMs);
    const bareHalf = await measureLoad(runners.bare, load, delayMs);
    t.diagnostic(
      `at ${half.perSecond.toFixed(0)}/s: p99 ${half.p99Ms.toFixed(1)} ms, bare ${bareHalf.p99Ms.toFixed(1)} ms (goal: at most 10 more)`,
    );
    assert.ok(figures.bare >= floors.bare, `${figures.bare} of bare`);
    assert.ok(figures.uncounted >= floors.uncounted, `${figures.uncounted} of uncounted`);
  }),
);
