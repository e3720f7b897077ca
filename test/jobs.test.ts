import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningWaypost, startWaypost } from './support/spawn-waypost.ts';
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
