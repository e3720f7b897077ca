import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { fillCodes } from '../test/support/data/fill-codes.ts';
import { proofScale } from '../test/support/measure/proof-scale.ts';
import { createLoadClient } from '../test/support/measure/scan-load.ts';
import { createScratchPostgres } from '../test/support/scratch/scratch-postgres.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import type { TestAccount } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';

const codeCount = proofScale >= 1 ? 10_000_000 : 50_000;
const hotCount = 500;
const scansPerSecond = 200;
const changesPerSecond = 10;
const tickMs = 50;
/** Next to other tests, a commit alone may take longer than 100 ms. */
const slowMs = proofScale >= 1 ? 100 : 500;
const calmSeconds = proofScale >= 1 ? 30 : 5;
/** A foreign transaction that locks the tables for this long. */
const heldMs = proofScale >= 1 ? 3_000 : 1_500;

/** One per kind of change that a later release may need. */
const steps: [name: string, statement: string][] = [
  ['a-column', 'alter table qr_codes add column trial_note text'],
  ['a-column-with-a-value', 'alter table scan_state add column trial_number int not null default 7'],
  [
    'indexes',
    '-- outside a transaction\ncreate index concurrently if not exists trial_labels on qr_codes (label, created_at);\ncreate index concurrently if not exists trial_status on scan_state (status, qr_id);\n',
  ],
  ['a-rule', `alter table qr_codes add constraint trial_rule check (label <> 'never') not valid`],
  ['a-rule-checked', '-- outside a transaction\nalter table qr_codes validate constraint trial_rule;\n'],
  [
    'a-trigger',
    'create trigger trial after update on projects for each row execute function notify_account_changed()',
  ],
  ['goodbye', 'alter table qr_codes drop column trial_note; drop trigger trial on projects'],
];

let service: ScratchService;
let account: TestAccount;
let scan: TestScan;
let slugs: string[];
let qrIds: string[];
before(async () => {
  // The server logs every wait for a table that is longer than a scan may take.
  const settings = `-c log_lock_waits=on -c deadlock_timeout=${slowMs}ms -c log_line_prefix='%a ' -c shared_buffers=1GB -c max_wal_size=8GB`;
  service = await startScratchService(await createScratchPostgres([settings]));
  account = await service.api.createAccount();
  await fillCodes(service.databaseUrl, account.uuid, codeCount);
  const { rows } = await sql<{ reserved_slug: string }>`
    select reserved_slug from qr_codes limit ${hotCount}`.execute(service.api.db);
  slugs = rows.map((row) => row.reserved_slug);
  qrIds = await firstIds();
  scan = await startTestScan(service.api);
});
after(async () => {
  scan?.stop();
  await service?.close();
});

async function firstIds(): Promise<string[]> {
  const { body } = await service.api.request('GET', '/v1/qr-codes?page_size=50', { key: account.key });
  return body['items'].map((item: { qr_id: string }) => item.qr_id);
}

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl, application_name: name });
  await client.connect();
  return client;
}

interface Phase {
  scans: number;
  changes: number;
  failures: string[];
  times: number[];
}

/** The same load before and while the schema changes. */
function startLoad(): { stop(): Promise<Phase> } {
  const client = createLoadClient(64);
  const phase: Phase = { scans: 0, changes: 0, failures: [], times: [] };
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  let nth = 0;
  const track = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const scanOne = async () => {
    const began = performance.now();
    const answer = await client.scan(scan.url, slugs[nth++ % slugs.length] ?? '');
    phase.times.push(performance.now() - began);
    phase.scans += 1;
    if (answer?.status !== 302) phase.failures.push(`scan: ${answer?.status}`);
  };
  const changeOne = async () => {
    const path = `/v1/qr-codes/${qrIds[nth % qrIds.length]}`;
    const body = { label: `Changed ${nth}` };
    const { status } = await service.api.request('PATCH', path, { key: account.key, body });
    phase.changes += 1;
    if (status !== 200) phase.failures.push(`change: ${status}`);
  };
  const running = (async () => {
    const beganMs = performance.now();
    let [scans, changes] = [0, 0];
    while (!isStopped) {
      const seconds = (performance.now() - beganMs) / 1_000;
      for (; scans < seconds * scansPerSecond; scans++) track(scanOne());
      for (; changes < seconds * changesPerSecond; changes++) track(changeOne());
      await sleep(tickMs);
    }
    await Promise.all(underWay);
    client.close();
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return phase;
    },
  };
}

test(`${codeCount} codes are migrated under load: no request fails, and nobody waits for a table for ${slowMs} ms`, async (t) => {
  const calm = startLoad();
  await sleep(calmSeconds * 1_000);
  const before = await calm.stop();

  const released = await readMigrations(new URL('../migrations', import.meta.url).pathname);
  const load = startLoad();
  const lines: string[] = [];
  const beganMs = performance.now();
  for (const [index, [name, statement]] of steps.entries()) {
    const holder = await connect('a long report');
    await holder.query('begin; select from qr_codes, scan_state, projects limit 1');
    const holderEnds = sleep(heldMs).then(() => holder.query('commit'));
    const version = released.length + index + 1;
    const migration = { version, name: `${version}-${name}.sql`, sql: statement, checksum: name };
    await applyMigrations(service.databaseUrl, [...released, migration], (line) => lines.push(line));
    await holderEnds;
    await holder.end();
  }
  const seconds = (performance.now() - beganMs) / 1_000;
  const during = await load.stop();

  for (const line of lines) t.diagnostic(line);
  const describe = (name: string, { scans, changes, failures, times }: Phase) => {
    const slow = times.filter((ms) => ms > slowMs).length;
    const sorted = times.toSorted((a, b) => a - b);
    t.diagnostic(
      `${name}: ${scans} scans, ${changes} changes, ${failures.length} failed; p99 ${sorted[Math.floor(sorted.length * 0.99)]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms, ${slow} over ${slowMs} ms`,
    );
    return slow / Math.max(1, scans);
  };
  const slowBefore = describe('before', before);
  const slowDuring = describe(`during (${seconds.toFixed(0)} s)`, during);
  const waited = readFileSync(join(service.postgres.folder, 'server.log'), 'utf8')
    .split('\n')
    .filter((line) => /^(waypost-(?!migrate)|test).*still waiting for \w+ on relation/.test(line));
  assert.deepEqual(before.failures.concat(during.failures), []);
  assert.deepEqual(waited, [], 'somebody waited for a table');
  assert.ok(
    lines.some((line) => line.includes('without blocking requests')),
    'no migration had to give way',
  );
  assert.ok(proofScale < 1 || slowDuring <= slowBefore + 0.000_5, `${slowDuring} of the scans were slow`);
});
