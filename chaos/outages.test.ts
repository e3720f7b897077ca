import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { createLoadClient, type LoadClient } from '../test/support/measure/scan-load.ts';
import { assertTallies, makeTally, noteAnswer, type Tally } from '../test/support/measure/scan-tally.ts';
import { createScratchPostgres } from '../test/support/scratch/scratch-postgres.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import type { TestAccount } from '../test/support/scratch/test-api.ts';
import { type PostgresFault, postgresFaults, requirePassword, roleUrl } from './postgres-faults.ts';

const outageSeconds = scaled(30, 2);
const recoverMs = 15_000;
const role = 'waypost_app';
const password = 'correct';
const parts = {
  scan: ['--only', 'scan'],
  api: ['--only', 'api'],
  worker: ['--only', 'worker'],
  'all-in-one': [],
};
type PartName = keyof typeof parts;

let disk: string;
let service: ScratchService;
let account: TestAccount;
let client: LoadClient;
let faults: PostgresFault[];
let unlimited: Tally[];
let limited: Tally[];
/** Two codes on the page that is damaged, without and with a limit. */
let damaged: [Tally, Tally];
const processes = {} as Record<PartName, RunningWaypost>;
const serving = () =>
  [processes.scan, processes['all-in-one']].map(({ addresses }) => addresses['scan'] ?? '');

before(async () => {
  disk = mkdtempSync('/tmp/waypost-disk-');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]);
  execFileSync('chmod', ['755', disk]);
  const settings = ['-c max_connections=60', '-c min_wal_size=32MB', '-c max_wal_size=64MB'];
  const postgres = await createScratchPostgres(settings, disk);
  service = await startScratchService(postgres, role);
  await requirePassword(postgres, role, password);
  account = await service.api.createAccount();
  const makeMany = (count: number, limit: number | null) =>
    Promise.all(Array.from({ length: count }, () => makeTally(service.api, account, limit)));
  unlimited = await makeMany(20, null);
  limited = await makeMany(5, 1_000_000);
  // So many that some are on a page without any of those above.
  for (let turn = 0; turn < 10; turn++) await makeMany(20, null);
  damaged = [await makeTally(service.api, account, null), await makeTally(service.api, account, 1_000_000)];
  faults = postgresFaults({
    postgres,
    role,
    password,
    damagedQrId: parseIdentifier('qrc', damaged[0].id) ?? '',
  });
  await Promise.all(
    (Object.keys(parts) as PartName[]).map(async (name) => {
      processes[name] = await startWaypost(parts[name], {
        DATABASE_URL: roleUrl(postgres, role, password),
        REDIS_KEY_PREFIX: service.api.config.redisKeyPrefix,
        JOURNAL_DIR: `${disk}-journal-${name}`,
        FILE_STORE: `file:${disk}-files`,
      });
    }),
  );
  client = createLoadClient(16);
  for (const url of serving())
    for (const tally of [...unlimited, ...limited, ...damaged]) await scan(url, tally);
});
after(async () => {
  client?.close();
  for (const { child } of Object.values(processes)) child.kill('SIGKILL');
  await service?.close();
  execFileSync('umount', ['-l', disk]);
  for (const name of ['', '-files', ...Object.keys(parts).map((part) => `-journal-${part}`)])
    rmSync(disk + name, { recursive: true, force: true });
});

async function scan(url: string, tally: Tally): Promise<number> {
  const answer = await client.scan(url, tally.slug);
  noteAnswer(tally, answer?.status);
  return answer?.status ?? 0;
}

/** Sends reads and writes to the API. */
async function ask(name: 'api' | 'all-in-one', method: 'GET' | 'POST'): Promise<number> {
  const address = `${processes[name].addresses['api']}/v1`;
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json' };
  const body = JSON.stringify({ redirect_url: 'https://example.com/' });
  const response = await (method === 'GET'
    ? fetch(`${address}/projects`, { headers })
    : fetch(`${address}/qr-codes`, { method: 'POST', headers, body }));
  await response.text();
  return response.status;
}

const ready = async (name: PartName) =>
  (await fetch(`${processes[name].addresses['internal']}/readyz`)).status;

/** How often each status occurred, by target. */
class Statuses {
  readonly #counts = new Map<string, Map<number, number>>();

  note(asked: string, status: number): void {
    const counts = this.#counts.get(asked) ?? new Map<number, number>();
    this.#counts.set(asked, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  of(asked: string): Map<number, number> {
    return this.#counts.get(asked) ?? new Map();
  }

  toString(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows
      .map(
        ([asked, counts]) =>
          `  ${asked}: ${[...counts].map(([status, count]) => `${status} × ${count}`).join(', ')}`,
      )
      .join('\n');
  }
}

async function load(isOver: () => boolean, statuses: Statuses): Promise<void> {
  const [damagedFree, damagedLimited] = damaged;
  const scans = serving().map(async (url, place) => {
    const who = place === 0 ? 'scan' : 'all-in-one';
    for (let turn = 0; !isOver(); turn++) {
      statuses.note(`${who}, no limit`, await scan(url, unlimited[turn % unlimited.length] as Tally));
      if (turn % 10 === 0) {
        statuses.note(`${who}, limit`, await scan(url, limited[turn % limited.length] as Tally));
        statuses.note(`${who}, no limit, damaged page`, await scan(url, damagedFree));
        statuses.note(`${who}, limit, damaged page`, await scan(url, damagedLimited));
      }
      await sleep(10);
    }
  });
  const others = (async () => {
    while (!isOver()) {
      for (const name of ['api', 'all-in-one'] as const)
        for (const method of ['GET', 'POST'] as const)
          statuses.note(`${name} ${method}`, await ask(name, method));
      for (const name of Object.keys(parts) as PartName[])
        statuses.note(`${name} /readyz`, await ready(name));
      await sleep(100);
    }
  })();
  await Promise.all([...scans, others]);
}

/** @returns how long it took until the expected response. */
async function until(status: number, question: () => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const answered = await question();
    if (answered === status) return performance.now() - startedMs;
    assert.ok(performance.now() - startedMs < recoverMs, `still ${answered} after ${recoverMs} ms`);
    await sleep(20);
  }
}

async function recover(): Promise<string> {
  const times = await Promise.all([
    ...serving().flatMap((url) =>
      [...limited, damaged[1]].map((tally) => until(302, () => scan(url, tally))),
    ),
    ...(['api', 'all-in-one'] as const).map((name) => until(201, () => ask(name, 'POST'))),
    ...(Object.keys(parts) as PartName[]).map((name) => until(200, () => ready(name))),
  ]);
  return `${Math.max(...times).toFixed(0)} ms`;
}

/** A job in the queue of both workers, which shows that one of them is alive. */
async function assertJobsRun(): Promise<void> {
  await sql`select graphile_worker.add_job('delete-old-reports')`.execute(service.api.db);
  const waiting = async () =>
    (
      await sql`select 1 from graphile_worker.jobs where task_identifier = 'delete-old-reports' and attempts = 0`.execute(
        service.api.db,
      )
    ).rows.length;
  await until(0, waiting);
}

const flaps = (name: PartName) => processes[name].logged().split('PostgreSQL does not commit').length - 1;

for (const [index, name] of [
  'password changed',
  'rights revoked',
  'database renamed',
  'read-only server',
  'disk full',
  'corrupted page',
  'too many connections',
].entries())
  test(`${name} for ${outageSeconds} s: codes without a limit are served and counted, no process dies, and everything recovers within 15 s`, async (t) => {
    const fault = faults[index];
    assert.equal(fault?.name, name);
    const before = { scan: flaps('scan'), 'all-in-one': flaps('all-in-one') };
    const statuses = new Statuses();
    let isOver = false;
    const loaded = load(() => isOver, statuses);
    try {
      await fault.begin();
      await sleep(outageSeconds * 1_000);
    } finally {
      isOver = true;
      await loaded;
      await fault.end();
    }
    const recoveredIn = await recover();
    const flapped = (['scan', 'all-in-one'] as const).map((part) => flaps(part) - before[part]);
    t.diagnostic(
      `${name}: recovered in ${recoveredIn}; counted as away ${flapped.join(' and ')} times\n${statuses}`,
    );
    for (const part of Object.values(processes)) assert.equal(part.child.exitCode, null, 'a process died');
    for (const who of ['scan', 'all-in-one']) {
      assert.deepEqual(
        [...statuses.of(`${who}, no limit`).keys()],
        [302],
        `${who} refused codes without a limit`,
      );
      assert.deepEqual([...statuses.of(`${who}, no limit, damaged page`).keys()], [302]);
      assert.ok(!statuses.of(`${who} /readyz`).has(503), `${who} says that it is not ready`);
    }
    for (const who of ['api', 'all-in-one'])
      for (const method of ['GET', 'POST'])
        for (const status of statuses.of(`${who} ${method}`).keys())
          assert.ok([200, 201, 503].includes(status), `${who} answered ${status}`);
    for (const count of flapped) assert.ok(count <= 4, `counted as away ${count} times`);
    await assertJobsRun();
    await settle();
    await assertTallies(service.api.db, [...unlimited, ...limited, ...damaged]);
  });

async function settle(): Promise<void> {
  for (const name of ['scan', 'all-in-one'] as const) {
    const metrics = async () => (await fetch(`${processes[name].addresses['internal']}/metrics`)).text();
    await until(0, async () => Number(/^waypost_scan_journal_bytes (\d+)/m.exec(await metrics())?.[1]));
  }
}
