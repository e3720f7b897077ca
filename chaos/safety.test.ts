import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ThreatLists } from '#features/url-safety/lists/threat-lists.ts';
import { insertUpdateJob } from '#features/url-safety/rescan/change-queries.ts';
import { insertCodes } from '../test/support/data/many-destinations.ts';
import { WebRiskDouble } from '../test/support/doubles/web-risk-double.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';
import { untilIdle } from '../test/support/scratch/test-safety.ts';

const codeCount = scaled(20_000, 1_500);
const killsEach = scaled(20, 2);
const listSize = scaled(1_000_000, 100_000);
/** About as long as an update takes. */
const updateMs = listSize / 250;

let webRisk: WebRiskDouble;
let api: TestApi;
let account: TestAccount;
let workers: RunningWaypost[] = [];

before(async () => {
  webRisk = await WebRiskDouble.start();
  webRisk.setList('MALWARE', []);
  api = await startTestApi({ environment: webRisk.environment });
  account = await api.createAccount();
});
after(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await api.close();
  webRisk.close();
});

async function spawnWorker(): Promise<RunningWaypost> {
  const worker = await startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseUrl,
    ...webRisk.environment,
  });
  workers.push(worker);
  return worker;
}

/** Kills the worker at random moments, again and again; then lets one finish. */
async function killInTheMiddle(
  t: { diagnostic(message: string): void },
  progress: () => Promise<number>,
): Promise<void> {
  const seen: number[] = [];
  for (let kill = 0; kill < killsEach; kill++) {
    const before = await progress();
    const worker = await spawnWorker();
    // It has to load the list first; then it is in the middle of an update.
    for (let tries = 0; tries < 100 && (await progress()) === before; tries++) await sleep(50);
    await sleep(Math.random() * 300);
    seen.push(await progress());
    worker.child.kill('SIGKILL');
    await freeJobs();
  }
  await spawnWorker();
  await untilIdle(api.db, 300_000);
  t.diagnostic(`done when it was killed: ${seen.join(', ')}`);
  workers.pop()?.child.kill('SIGKILL');
}

/** Frees the jobs of a dead worker, as a heartbeat would after 20 s. */
async function freeJobs(): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_by is not null`.execute(api.db);
}

/** As every process loads it, in hexadecimal. */
async function readList(): Promise<string> {
  const lists = await new ThreatLists(api.db, ['web_risk/MALWARE']).refresh();
  const [run] = lists.threats.get('web_risk/MALWARE')?.hashes.runs ?? [];
  return Buffer.from(run?.bytes ?? []).toString('hex');
}

const countStatus = async (status: 'active' | 'blocked') => {
  const { count } = await api.db
    .selectFrom('qr_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return count;
};

test(`kill -9 during updates of a list of ${listSize} entries: processes see the old or the new list, and finally the new one`, async (t) => {
  webRisk.alwaysResets = true;
  const versions = [''];
  const seen: number[] = [0];
  for (let kill = 0; kill < killsEach; kill++) {
    const worker = await spawnWorker();
    webRisk.setList(
      'MALWARE',
      randomBytes(listSize * 4)
        .toString('hex')
        .match(/.{8}/g) ?? [],
    );
    versions.push(webRisk.list('MALWARE').join(''));
    await insertUpdateJob(api.db);
    await sleep(Math.random() * updateMs);
    worker.child.kill('SIGKILL');
    await freeJobs();
    // One of the published lists, complete, and never older than the last one seen.
    const version = versions.indexOf(await readList());
    assert.ok(version >= (seen.at(-1) ?? 0), `version ${version} after ${seen.join(', ')}`);
    seen.push(version);
  }
  webRisk.alwaysResets = false;
  await spawnWorker();
  await insertUpdateJob(api.db);
  await untilIdle(api.db, 300_000);
  workers.pop()?.child.kill('SIGKILL');
  assert.equal(await readList(), webRisk.list('MALWARE').join(''));
  t.diagnostic(`versions seen after each kill: ${seen.slice(1).join(', ')}`);
});

test(`kill -9 while ${codeCount} codes are blocked and restored: each of them exactly once, none is forgotten`, async (t) => {
  await insertCodes(
    api.db,
    account,
    ['https://mass.example/a', 'https://mass.example/b', 'https://other.example/'],
    codeCount,
  );
  const bad = (await countStatus('active')) - Math.floor(codeCount / 3);
  webRisk.flag(['mass.example/']);
  await insertUpdateJob(api.db);
  await killInTheMiddle(t, () => countStatus('blocked'));
  assert.equal(await countStatus('blocked'), bad);

  webRisk.clear(['mass.example/']);
  await insertUpdateJob(api.db);
  await killInTheMiddle(t, () => countStatus('active'));
  assert.equal(await countStatus('blocked'), 0);
  const log = await api.db
    .selectFrom('safety_log')
    .select(['event', sql<number>`count(*)::int`.as('count')])
    .where('qr_id', 'is not', null)
    .groupBy('event')
    .orderBy('event')
    .execute();
  assert.deepEqual(log, [
    { event: 'blocked', count: bad },
    { event: 'restored', count: bad },
  ]);
  const { rows } = await sql<{ left: number }>`select ((select count(*) from safety_changes)
    + (select count(*) from destinations where not is_settled))::int as left`.execute(api.db);
  assert.equal(rows[0]?.left, 0);
});
