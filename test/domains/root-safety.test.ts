import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { deleteOrphans, listOrphans } from '#features/url-safety/rescan/destination-queries.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { createLoadClient } from '../support/measure/scan-load.ts';
import { type RunningWaypost, runWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const host = 'go.shop.example';
const root = 'https://turns-bad.example/';
let api: TestApi;
let service: RunningWaypost;

before(async () => {
  api = await startTestApi();
  const session = await signedIn(api, '198.51.100.7');
  const { body } = await session.get('/dashboard/api/projects');
  const projectId: string = body.items[0].project_id;
  await sql`insert into domains (domain_id, account_id, project_id, host, token, state)
    select gen_random_uuid(), account_id, project_id, ${host}, 't', 'verified' from projects
    where project_id = ${parseIdentifier('prj', projectId)}`.execute(api.db);
  const set = await session.send('PATCH', `/dashboard/api/projects/${projectId}/domain`, { root_url: root });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  service = await startWaypost(['--only', 'scan,worker'], {
    DATABASE_URL: api.config.databaseDirectUrl,
    JOURNAL_DIR: `/tmp/waypost-journal-root-${process.pid}`,
  });
});
after(async () => {
  service.child.kill('SIGKILL');
  await api.close();
});

async function rootStatus(): Promise<number | undefined> {
  const client = createLoadClient(1);
  const answer = await client.scan(service.addresses['scan'] ?? '', '', { headers: { host } });
  client.close();
  return answer?.status;
}

async function untilRoot(status: number): Promise<void> {
  for (let wait = 0; wait < 150; wait++) {
    if ((await rootStatus()) === status) return;
    await sleep(100);
  }
  assert.equal(await rootStatus(), status);
}

test('the root of a domain stops redirecting to a harmful destination, and continues when that is over', async () => {
  await untilRoot(302);
  const blocked = await runWaypost(['safety', 'block', 'turns-bad.example', '--reason', 'phishing'], {
    DATABASE_URL: api.config.databaseDirectUrl,
  });
  assert.equal(blocked.code, 0, blocked.stderr);
  await untilRoot(200);
  await runWaypost(['safety', 'remove', 'turns-bad.example'], { DATABASE_URL: api.config.databaseDirectUrl });
  await untilRoot(302);
});

test('the destination of a root is not forgotten, although no code uses it', async () => {
  await sql`update destinations set checked_at = now() - interval '2 days'`.execute(api.db);
  const { rows } = await sql<{
    destination_id: string;
  }>`select destination_id from destinations where url = ${root}`.execute(api.db);
  const ids = rows.map(({ destination_id }) => destination_id);
  assert.equal(ids.length, 1);
  assert.deepEqual(await listOrphans(api.db, ids), []);
  await deleteOrphans(api.db, ids);
  const { rows: left } = await sql`select from destinations where url = ${root}`.execute(api.db);
  assert.equal(left.length, 1);
});
