import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { JobRunner } from '#platform/jobs.ts';
import { silentLog } from '#platform/log.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { startTcpProxy } from './support/doubles/tcp-proxy.ts';
import { type RunningWaypost, startWaypost } from './support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';
import { testServer } from './support/scratch/test-database.ts';

/** Longer than a silent worker keeps its jobs. */
const longerMs = 28_000;
let api: TestApi;
let worker: RunningWaypost;

before(async () => {
  api = await startTestApi();
  worker = await startWaypost(['--only', 'worker'], { DATABASE_URL: api.config.databaseUrl });
});
after(async () => {
  worker.child.kill('SIGKILL');
  await api.close();
});

async function findJob() {
  const { rows } = await sql<{ locked_at: Date | null; locked_by: string | null }>`
    select locked_at, locked_by from graphile_worker.jobs where task_identifier = 'roll-up-scans' and locked_by is not null`.execute(
    api.db,
  );
  return rows[0];
}

test('a long job stays with its living worker', async () => {
  await sql`select graphile_worker.add_job('roll-up-scans', queue_name => 'roll-up-scans', job_key => 'roll-up-scans')`.execute(
    api.db,
  );
  while ((await findJob())?.locked_by == null) await sleep(50);
  const begun = await findJob();
  await sleep(longerMs);
  assert.deepEqual(await findJob(), begun);
  assert.doesNotMatch(worker.logged(), /stopped responding/);
});

test('a job that ran when PostgreSQL went away is released soon after it is back, although its process is alive', async () => {
  const proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  worker.child.kill('SIGKILL');
  const survivor = await startWaypost(['--only', 'worker'], { DATABASE_URL: url.href });
  try {
    const holder = async () => (await findJob())?.locked_by ?? null;
    const until = async (isSo: (name: string | null) => boolean, seconds: number) => {
      for (let attempt = 0; attempt < seconds * 10; attempt++) {
        if (isSo(await holder())) return;
        await sleep(100);
      }
      assert.fail(`roll-up-scans is locked by ${await holder()}`);
    };
    await sql`select graphile_worker.add_job('roll-up-scans', queue_name => 'roll-up-scans', job_key => 'roll-up-scans')`.execute(
      api.db,
    );
    // The first worker was killed: its jobs are released after a while.
    const before = await holder();
    await until((name) => name !== null && name !== before, 60);
    const held = await holder();
    proxy.cut();
    await sleep(8_000);
    proxy.restore();
    await until((name) => name !== held, 60);
    assert.equal(survivor.child.exitCode, null);
  } finally {
    survivor.child.kill('SIGKILL');
    await proxy.close();
  }
});

function startRunner(url: string, done: string[]) {
  return new JobRunner<{ 'test-wait': { ms: number; name: string } }>({
    pool: createPostgresPool({ url, poolMax: 6, applicationName: 'test', log: silentLog }),
    log: silentLog,
    tracing: null,
    concurrency: 4,
    queues: {},
    schedule: [],
    tasks: {
      'test-wait': async ({ ms, name }) => {
        await sleep(ms);
        done.push(name);
      },
    },
    onStart: async () => {},
  });
}

async function addTestJob(name: string, ms: number, queue: string | null = null): Promise<void> {
  const payload = JSON.stringify({ ms, name });
  await sql`select graphile_worker.add_job('test-wait', ${payload}::json, queue_name => ${queue})`.execute(
    api.db,
  );
}

async function untilDone(done: string[], name: string): Promise<void> {
  for (let attempt = 0; attempt < 900 && !done.includes(name); attempt++) await sleep(100);
  assert.ok(done.includes(name), `${name} is not run`);
}

test('a job whose lock was taken on a broken connection runs, and so do those behind it', async () => {
  const done: string[] = [];
  const runner = startRunner(api.config.databaseUrl, done);
  await runner.start();
  await addTestJob('long', 4_000, 'one');
  await addTestJob('second', 0, 'one');
  try {
    await untilDone(done, 'long');
    await untilDone(done, 'second');
    const { rows } = await sql<{ worker_id: string }>`
      select worker_id from worker_heartbeats order by seen_at desc limit 1`.execute(api.db);
    // As get_job leaves it when its response is lost.
    await sql`with queue as (
        insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
        values ('lost', ${rows[0]?.worker_id}, now())
        on conflict (queue_name) do update set locked_by = excluded.locked_by, locked_at = now() returning id)
      insert into graphile_worker._private_jobs (task_id, payload, job_queue_id, locked_by, locked_at, attempts)
      select tasks.id, '{"ms": 0, "name": "lost"}', queue.id, ${rows[0]?.worker_id}, now(), 1
      from graphile_worker._private_tasks tasks, queue where identifier = 'test-wait'`.execute(api.db);
    await addTestJob('behind', 0, 'lost');
    await untilDone(done, 'lost');
    await untilDone(done, 'behind');
    assert.equal(runner.problem, null);
  } finally {
    await runner.stop();
  }
});

test('if the results of several jobs can’t be written, jobs run again soon after PostgreSQL is back', async () => {
  const proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  const done: string[] = [];
  const runner = startRunner(url.href, done);
  try {
    // Each ends in its own batch while PostgreSQL is away; the last one runs for long.
    for (const [name, ms] of [
      ['a', 2_000],
      ['b', 2_500],
      ['c', 3_000],
      ['long', 300_000],
    ] as const)
      await addTestJob(name, ms);
    await runner.start();
    await sleep(1_000);
    proxy.cut();
    await sleep(5_000);
    proxy.restore();
    await addTestJob('later', 0);
    await untilDone(done, 'later');
    assert.equal(runner.problem, null);
  } finally {
    await sql`delete from graphile_worker._private_jobs`.execute(api.db);
    void runner.stop();
    await proxy.close();
  }
});
