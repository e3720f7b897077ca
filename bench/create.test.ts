import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findPostgresBinaries } from '#platform/local-postgres.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const connections = 16;
const accountCount = 16;
const seconds = scaled(8, 2);
const rounds = scaled(5, 2);
/** The goal is for the full size; a short run on a busy machine only shows that it works. */
const ratioGoal = proofScale >= 1 ? 0.35 : 0.1;
const historyGoal = proofScale >= 1 ? 0.9 : 0.6;

/** The statements that the API sends for one code, bare. */
const transaction = `
\\set n :client_id + 1
select account_id, project_id from bench_accounts where n = :n \\gset
begin;
select clear_destinations(1, '[{"url": "https://example.com/", "prefixes": [1, 2], "valid_until": null}]');
select live_qr_codes from account_usage where account_id = :account_id for no key update;
select is_archived from projects where project_id = :project_id for share;
with qr_codes as (
  insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, redirect_rules, reserved_slug, render_requested_at)
  values (gen_random_uuid(), :account_id, :project_id, 'Untitled', 'url', 'https://example.com/', '[]',
    'qr-' || translate(substr(md5(random()::text), 1, 12), 'ilou', 'wxyz'), now()) returning *),
state as (insert into scan_state (qr_id, status) select qr_id, 'active' from qr_codes)
select * from qr_codes;
select graphile_worker.add_job('render-qr-code', json_build_object('qr_id', gen_random_uuid(), 'generation', 1),
  job_key => 'render:' || gen_random_uuid());
commit;
`;

let api: TestApi;
let service: RunningWaypost;
let accounts: TestAccount[];
let folder: string;

before(async () => {
  api = await startTestApi();
  accounts = await Promise.all(Array.from({ length: accountCount }, () => api.createAccount()));
  await sql`create table bench_accounts (n int primary key, account_id uuid, project_id uuid)`.execute(
    api.db,
  );
  await sql`insert into bench_accounts
    select row_number() over (), account_id, project_id from projects where is_default`.execute(api.db);
  service = await startWaypost(['--only', 'api'], {
    DATABASE_URL: api.config.databaseUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    DATABASE_POOL_MAX: String(connections),
  });
  folder = mkdtempSync('/tmp/waypost-bench-');
  writeFileSync(join(folder, 'create.sql'), transaction);
});
after(async () => {
  service.child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
  await api.close();
});

test(
  `creating codes over HTTP reaches ${ratioGoal} of the bare transaction`,
  repeated(async (t) => {
    const bare: number[] = [];
    const served: number[] = [];
    await serveForSeconds(1);
    for (let round = 0; round < rounds; round++) {
      bare.push(await runPgbench());
      served.push(await serveForSeconds(seconds));
    }
    const ratio = median(served) / median(bare);
    t.diagnostic(
      `bare ${bare.map(Math.round).join(', ')} a second; over HTTP ${served.map(Math.round).join(', ')}`,
    );
    t.diagnostic(`ratio of the medians ${ratio.toFixed(2)}`);
    assert.ok(ratio >= ratioGoal, `ratio ${ratio}`);
  }),
);

test(
  `creating codes with history reaches ${historyGoal} of creating them without`,
  repeated(async (t) => {
    const without: number[] = [];
    const recorded: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await setHistory('disable');
      without.push(await serveForSeconds(seconds));
      await setHistory('enable');
      recorded.push(await serveForSeconds(seconds));
    }
    const ratio = median(recorded) / median(without);
    t.diagnostic(
      `without ${without.map(Math.round).join(', ')} per second; with history ${recorded.map(Math.round).join(', ')}`,
    );
    t.diagnostic(`ratio of the medians ${ratio.toFixed(2)}`);
    assert.ok(ratio >= historyGoal, `ratio ${ratio}`);
  }),
);

async function setHistory(action: 'enable' | 'disable'): Promise<void> {
  await sql`alter table qr_codes ${sql.raw(action)} trigger qr_codes_write_new`.execute(api.db);
}

async function runPgbench(): Promise<number> {
  const program = join(findPostgresBinaries(process.env['PATH'] ?? '') ?? '', 'pgbench');
  const args = [
    '-n',
    '-M',
    'extended',
    '-c',
    String(connections),
    '-T',
    String(seconds),
    '-f',
    join(folder, 'create.sql'),
  ];
  const child = spawn(program, [...args, api.config.databaseUrl], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  assert.ok(code === 0 && rate !== undefined, output);
  return Number(rate);
}

async function serveForSeconds(duration: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const untilMs = performance.now() + duration * 1_000;
  let created = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      while (performance.now() < untilMs) {
        assert.equal(await createOne(agent, accounts[index % accountCount]?.key ?? ''), 201);
        created += 1;
      }
    }),
  );
  agent.destroy();
  return created / duration;
}

function createOne(agent: Agent, key: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${service.addresses['api']}/v1/qr-codes`, {
      agent,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    outgoing.end('{"redirect_url":"https://example.com/"}');
  });
}
