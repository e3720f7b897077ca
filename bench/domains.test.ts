import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { measureLoad, type Runner } from './support/measure-load.ts';

const domainCount = scaled(10_000, 500);
const rounds = scaled(12, 3);
const load = { connections: 64, seconds: scaled(6, 2) };
/** A short run next to other tests only shows that it works. */
const floor = proofScale >= 1 ? 0.97 : 0.7;

let folder: string;
const apis: TestApi[] = [];
const scans: TestScan[] = [];
let runners: Record<'plain' | 'domains', Runner>;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-bench-domains-');
  runners = { plain: await prepare('plain', false), domains: await prepare('domains', true) };
});
after(async () => {
  for (const scan of scans) scan.stop();
  for (const api of apis) await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A code in each of this many projects, with or without a domain. */
async function prepare(name: 'plain' | 'domains', hasDomains: boolean): Promise<Runner> {
  const api = await startTestApi();
  apis.push(api);
  const account = await api.createAccount();
  const { rows } = await sql<{ slug: string; host: string }>`
    with made as (
      insert into projects (project_id, account_id, name, created_via)
      select gen_random_uuid(), ${account.uuid}, 'P' || n, 'dashboard' from generate_series(1, ${domainCount}::int) n returning project_id, account_id, name),
    codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public, last_rendered_at, render_status)
      select gen_random_uuid(), account_id, project_id, 'Bench', 'url', 'https://example.com/',
        'qr-' || translate(substr(md5(name), 1, 12), 'ilou', 'wxyz'), true, now(), 'done' from made returning qr_id, project_id, reserved_slug),
    states as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
    select reserved_slug as slug, lower(name) || '.shop.example' as host from codes join made using (project_id)`.execute(
    api.db,
  );
  if (hasDomains)
    await sql`insert into domains (domain_id, account_id, project_id, host, token, state)
      select gen_random_uuid(), account_id, project_id, lower(name) || '.shop.example', 't', 'verified' from projects where name like 'P%'`.execute(
      api.db,
    );
  const paths = join(folder, name);
  writeFileSync(
    paths,
    rows.map(({ slug, host }) => `/${slug.toUpperCase()}${hasDomains ? ` ${host}` : ''}`).join('\n'),
  );
  const scan = await startTestScan(api);
  scans.push(scan);
  return { name, url: scan.url, pid: scan.process.child.pid ?? 0, paths };
}

test(
  `throughput with ${domainCount} domains is at least ${floor} of the throughput without`,
  repeated(async (t) => {
    for (const runner of Object.values(runners)) await measureLoad(runner, load);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const plain = await measureLoad(runners.plain, load);
      const domains = await measureLoad(runners.domains, load);
      ratios.push(domains.perSecond / plain.perSecond);
    }
    t.diagnostic(`${median(ratios).toFixed(3)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`);
    assert.ok(median(ratios) >= floor);
  }),
);
