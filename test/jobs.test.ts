import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { JobRunner } from '#platform/jobs.ts';
import { silentLog } from '#platform/log.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { type RunningWaypost, startWaypost } from './support/spawn-waypost.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { startTestApi, type TestApi } from './support/test-api.ts';

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

test('a job that runs for long stays with the worker that lives', async () => {
  await sql`select graphile_worker.add_job('roll-up-scans', queue_name => 'roll-up-scans', job_key => 'roll-up-scans')`.execute(
    api.db,
  );
  while ((await findJob())?.locked_by == null) await sleep(50);
  const begun = await findJob();
  await sleep(longerMs);
  assert.deepEqual(await findJob(), begun);
  assert.doesNotMatch(worker.logged(), /silent worker/);
});

test('a job that ran when PostgreSQL went away is free again soon after it is back, although its process lives on', async () => {
  const proxy = await startTcpProxy('127.0.0.1', 5432);
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
    // The first worker was killed: what it held is free after a while.
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

test('when the results of several jobs can’t be written, jobs are run again soon after PostgreSQL is back', async () => {
  const proxy = await startTcpProxy('127.0.0.1', 5432);
  const url = new URL(api.config.databaseUrl);
  url.port = String(proxy.port);
  const pool = createPostgresPool({ url: url.href, poolMax: 6, applicationName: 'test', log: silentLog });
  const done: string[] = [];
  const runner = new JobRunner<{ 'test-wait': { ms: number; name: string } }>({
    pool,
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
  const add = (name: string, ms: number) =>
    sql`select graphile_worker.add_job('test-wait', ${JSON.stringify({ ms, name })}::json)`.execute(api.db);
  try {
    // Each ends in a batch of its own, while PostgreSQL is away; the last one goes on for long.
    for (const [name, ms] of [
      ['a', 2_000],
      ['b', 2_500],
      ['c', 3_000],
      ['long', 300_000],
    ] as const)
      await add(name, ms);
    await runner.start();
    await sleep(1_000);
    proxy.cut();
    await sleep(5_000);
    proxy.restore();
    await add('later', 0);
    for (let attempt = 0; attempt < 600 && !done.includes('later'); attempt++) await sleep(100);
    assert.ok(done.includes('later'), 'no job is run any more');
    assert.equal(runner.problem, null);
  } finally {
    await sql`delete from graphile_worker._private_jobs`.execute(api.db);
    void runner.stop();
    await proxy.close();
  }
});
