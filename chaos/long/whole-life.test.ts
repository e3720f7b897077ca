import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { migrateJobs } from '#platform/jobs.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { scaled } from '../../test/support/measure/proof-scale.ts';
import { SteadyLoad } from '../../test/support/measure/steady-load.ts';
import { freePort } from '../../test/support/scratch/free-port.ts';
import { PatroniCluster } from '../../test/support/scratch/patroni-cluster.ts';
import { type RunningWaypost, runWaypost, startWaypost } from '../../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../../test/support/scratch/test-api.ts';
import { scanLink } from '../../test/support/scratch/test-scan.ts';

/** Each round contains everything that happens to an installation. */
const rounds = scaled(16, 1);
const isLong = rounds > 1;
const restMs = isLong ? 10_000 : 1_000;
const scansPerSecond = isLong ? 200 : 100;
const clockJump = '3h';
const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** In the format of URLhaus. */
const listOf = (...urls: string[]) =>
  [
    '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter',
    ...urls.map(listRow),
    '',
  ].join('\r\n');
const listRow = (url: string, id: number) =>
  `"${id}","2026-02-26 12:05:20","${url}","online","","malware_download","elf","https://urlhaus.abuse.ch/url/${id}/","x"`;
const usual = 'http://usual.example/x';

const parts = ['scan-1', 'scan-2', 'api-1', 'api-2', 'worker'] as const;
type PartName = (typeof parts)[number];

let cluster: PatroniCluster;
let api: TestApi;
let account: TestAccount;
let key: string;
let folder: string;
let secrets = 's1'.padEnd(40, 'x');
let load: SteadyLoad;
const ports = {} as Record<PartName, { service: number; internal: number }>;
const running = {} as Record<PartName, RunningWaypost>;
const samples: { role: string; megabytes: number; connections: number; round: number }[] = [];
let round = 0;

const journalOf = (name: PartName) => join(folder, `journal-${name}`);
const clockFile = () => join(folder, 'clock');
const listFile = () => join(folder, 'urlhaus.csv');
const hostsUrl = () => `postgres://postgres@${cluster.hosts}/waypost?target_session_attrs=read-write`;
const proxyUrl = () => `postgres://postgres@${cluster.proxy}/waypost?target_session_attrs=read-write`;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-life-');
  writeFileSync(clockFile(), '+0\n');
  writeFileSync(listFile(), listOf(usual));
  cluster = await PatroniCluster.start();
  await createDatabase();
  api = await startTestApi({ databaseUrl: hostsUrl() });
  account = await api.createAccount();
  key = account.key;
  for (const name of parts) {
    ports[name] = { service: await freePort(), internal: await freePort() };
    mkdirSync(journalOf(name));
  }
  // Small, so that it can be filled.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', journalOf('scan-1')]);
  for (const name of parts) running[name] = await start(name);
  load = await SteadyLoad.start(api, account, {
    perSecond: scansPerSecond,
    scarceLimit: 2_000 * rounds,
    urls: () => ['scan-1', 'scan-2'].map((name) => urlOf(name as PartName)),
    change,
  });
});
after(async () => {
  await load?.stop();
  for (const { child } of Object.values(running)) child.kill('SIGKILL');
  await api?.close();
  cluster?.stop();
  try {
    execFileSync('umount', ['-l', journalOf('scan-1')]);
  } catch {
    // It was never mounted.
  }
  rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(): Promise<void> {
  const leader = new pg.Client({ connectionString: `postgres://postgres@${cluster.proxy}/postgres` });
  await leader.connect();
  await leader.query('create database waypost');
  await leader.end();
  await applyMigrations(
    hostsUrl(),
    await readMigrations(new URL('../../migrations', import.meta.url).pathname),
    () => {},
  );
  await migrateJobs(hostsUrl());
}

function settings(name: PartName): Record<string, string> {
  return {
    DATABASE_URL: name === 'scan-2' ? proxyUrl() : hostsUrl(),
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    JOURNAL_DIR: journalOf(name),
    FILE_STORE: `file:${join(folder, 'files')}`,
    URLHAUS_SOURCE: `file:${listFile()}`,
    SCAN_RETENTION_DAYS: '2',
    SECRET_KEY: secrets,
    API_PORT: String(ports[name].service),
    SCAN_PORT: String(ports[name].service),
    INTERNAL_PORT: String(ports[name].internal),
    SHUTDOWN_DELAY_SECONDS: '1',
    // Only the wall clock of this one jumps.
    ...(name === 'scan-2' && {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: clockFile(),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  };
}

function start(name: PartName): Promise<RunningWaypost> {
  return startWaypost(['--only', name.split('-')[0] ?? ''], settings(name));
}

const urlOf = (name: PartName) => `http://127.0.0.1:${ports[name].service}`;
let turn = 0;

async function change(qrId: string, redirectUrl: string): Promise<boolean> {
  turn += 1;
  const response = await fetch(`${urlOf(turn % 2 === 0 ? 'api-1' : 'api-2')}/v1/qr-codes/${qrId}`, {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_url: redirectUrl }),
    signal: AbortSignal.timeout(15_000),
  });
  await response.arrayBuffer();
  return response.status === 200;
}

async function deploy(): Promise<void> {
  for (const name of parts) {
    running[name].child.kill('SIGTERM');
    const [code] = await once(running[name].child, 'exit');
    assert.equal(code, 0, `${name} did not leave in peace`);
    running[name] = await start(name);
    await ready(name);
  }
}

async function ready(name: PartName): Promise<void> {
  await until('200', async () => {
    const response = await fetch(`http://127.0.0.1:${ports[name].internal}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    return String(response?.status);
  });
}

async function command(args: string[]): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { code, stdout, stderr } = await runWaypost(args, settings('api-1'));
    if (code === 0) return stdout;
    assert.ok(attempt < 10, stderr);
    await sleep(1_000);
  }
}

async function until(wanted: string, look: () => Promise<string>): Promise<void> {
  let seen = '';
  for (const began = performance.now(); performance.now() - began < 120_000; await sleep(200)) {
    seen = await look().catch(String);
    if (seen === wanted) return;
  }
  assert.equal(seen, wanted, `The worker said: ${running.worker.logged().slice(-4_000)}`);
}

async function fillJournalDisk(): Promise<void> {
  const filler = join(journalOf('scan-1'), 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(32 * 2 ** 20));
  } catch {
    // That is its purpose.
  }
  // PostgreSQL goes away meanwhile: scans that can't be journalled are refused, never lost.
  await killLeader();
  rmSync(filler, { force: true });
}

async function jumpClock(): Promise<void> {
  for (const offset of [`+${clockJump}`, `-${clockJump}`, '+0']) {
    writeFileSync(clockFile(), `${offset}\n`);
    await sleep(restMs);
    if (offset !== '+0') await seeJump();
  }
}

/** Its log lines have its wall clock. */
async function seeJump(): Promise<void> {
  const { headers } = await scanLink(urlOf('scan-2'), 'qr-000000000000');
  const id = headers.get('x-request-id') ?? 'none';
  await until('true', async () => {
    const line =
      running['scan-2']
        .logged()
        .split('\n')
        .find((text) => text.includes(id)) ?? '{}';
    return String(Math.abs(Date.parse(JSON.parse(line).time) - Date.now()) > 3_600_000);
  });
}

/** A destination becomes harmful, and harmless again. */
async function updateLists(): Promise<void> {
  const url = `http://bad-${round}.example/x`;
  const { qr_id: qrId } = await createCode(url);
  const slug = await api.publishQrCode(qrId);
  const status = async () => String((await scanLink(urlOf('scan-1'), slug)).status);
  await until('302', status);
  writeFileSync(listFile(), listOf(usual, url));
  await command(['safety', 'update']);
  await until('403', status);
  writeFileSync(listFile(), listOf(usual));
  await command(['safety', 'update']);
  await until('302', status);
}

async function createCode(redirectUrl: string): Promise<{ qr_id: string }> {
  for (;;) {
    const { status, body } = await api.request('POST', '/v1/qr-codes', {
      key,
      body: { redirect_url: redirectUrl },
    });
    if (status === 201) return body as { qr_id: string };
    await sleep(500);
  }
}

/** Individual scans older than two days are removed; counts and analytics stay. */
async function retire(): Promise<void> {
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const found = async () => {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass(${`scan_batches_${day.replaceAll('-', '')}`}) is not null as found`.execute(api.db);
    return String(rows[0]?.found);
  };
  await sql`select make_scan_partition(${day}::date)`.execute(api.db);
  assert.equal(await found(), 'true');
  await sql`select graphile_worker.add_job('keep-scan-partitions')`.execute(api.db);
  await until('false', found);
}

/** The secret of the installation, and the key of the owner. */
async function rotateKeys(): Promise<void> {
  const next = `s${round + 2}`.padEnd(40, 'x');
  secrets = `${next},${secrets}`;
  await deploy();
  await command(['secrets', 'reseal']);
  secrets = next;
  await deploy();
  const old = key;
  const [, made = ''] =
    /"api_key": "([^"]+)"/.exec(await command(['key', 'create', '--account', account.accountId, '--json'])) ??
    [];
  key = made;
  const keys = JSON.parse(await command(['key', 'list', '--account', account.accountId, '--json'])) as {
    key_id: string;
    prefix: string;
    revoked_at: string | null;
  }[];
  const retired = keys.find(
    ({ prefix, revoked_at: revokedAt }) => revokedAt === null && old.startsWith(prefix.replace(/…$/, '')),
  );
  if (retired !== undefined) await command(['key', 'revoke', retired.key_id]);
}

async function sample(): Promise<void> {
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend' and datname = 'waypost'`
    .execute(api.db)
    .catch(() => ({ rows: [{ connections: 0 }] }));
  for (const name of parts) {
    const status = readFileSync(`/proc/${running[name].child.pid}/status`, 'utf8');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    samples.push({ role: name, megabytes, connections: rows[0]?.connections ?? 0, round });
  }
}

const events: [name: string, work: () => Promise<void>][] = [
  ['a deploy', deploy],
  ['a switchover', () => cluster.switchOver().then(() => cluster.whole())],
  ['lists that change', updateLists],
  ['a leader that is killed', killLeader],
  ['a full disk under the journal', fillJournalDisk],
  ['a wall clock that jumps', jumpClock],
  ['retention', retire],
  ['new secrets and keys', rotateKeys],
];

async function killLeader(): Promise<void> {
  const leader = await cluster.leader();
  cluster.kill(leader);
  await load.measureOutage();
  cluster.revive(leader);
  await cluster.whole();
}

test(`${rounds} rounds of deployments, failovers, full disk, clock jumps, list updates, retention and key rotation under ${scansPerSecond} scans per second: nothing is lost or stale`, async (t) => {
  const beganMs = performance.now();
  for (; round < rounds; round++)
    // New secrets need two deployments, which is enough for a short run.
    for (const [name, work] of isLong ? events : events.slice(1)) {
      const eventMs = performance.now();
      await work();
      t.diagnostic(`round ${round + 1}, ${name}: ${((performance.now() - eventMs) / 1_000).toFixed(1)} s`);
      await sleep(restMs);
      for (const part of parts) await ready(part);
      await sample();
      assert.deepEqual(load.stale, [], name);
    }
  await load.stop();
  for (const name of ['scan-1', 'scan-2'] as const)
    await until('0', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${ports[name].internal}/metrics`)).text();
      return /^waypost_scan_journal_bytes (\d+)$/m.exec(metrics)?.[1] ?? '';
    });
  const { served } = load;
  t.diagnostic(
    `${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes: ${served.redirected} of ${served.asked} scans without a limit served; ${load.acknowledged} acknowledged in all; ${load.inForce} changes; ${load.stale.length} stale`,
  );
  await load.assertTrue(api.db);
  assert.match(await command(['backup', 'check']), /^✓/m);
});

test('memory and connections stay constant', (t) => {
  const highest = (of: typeof samples, value: (one: (typeof samples)[number]) => number) =>
    Math.max(...of.map(value));
  const half = (first: boolean) => samples.filter((one) => first === one.round < rounds / 2);
  if (!isLong) return t.diagnostic('one round has no second half');
  for (const name of parts) {
    const own = (first: boolean) =>
      highest(
        half(first).filter(({ role }) => role === name),
        ({ megabytes }) => megabytes,
      );
    t.diagnostic(
      `${name}: at most ${own(true).toFixed(0)} MB in the first half, ${own(false).toFixed(0)} MB in the second`,
    );
    assert.ok(own(false) <= own(true) * 1.25, name);
  }
  const [before, afterwards] = [true, false].map((first) =>
    highest(half(first), ({ connections }) => connections),
  );
  t.diagnostic(`connections: at most ${before} in the first half, ${afterwards} in the second`);
  assert.ok((afterwards ?? 0) <= (before ?? 0) + 5);
});
