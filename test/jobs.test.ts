import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
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
