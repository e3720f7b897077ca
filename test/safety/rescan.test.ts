import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSafety } from '#features/url-safety/create-safety.ts';
import { insertUpdateJob } from '#features/url-safety/rescan/change-queries.ts';
import { examineDestinations } from '#features/url-safety/rescan/examine-destinations.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { systemClock } from '#platform/clock.ts';
import { insertCodes } from '../support/data/many-destinations.ts';
import { median } from '../support/measure/median.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { repeated } from '../support/measure/repeated.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import type { TestAccount } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety, untilIdle } from '../support/scratch/test-safety.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

const codeCount = scaled(100_000, 4_000);
const urlCount = Math.round(codeCount * 0.6);
const flagged = 50;
const scanSecondsMax = 60;
const costRatioMax = 1.5;
const rounds = 5;
/** Destinations per change. The small database has enough of them for three measurements. */
const changed = 15;

let safety: TestSafety;
let account: TestAccount;
let scan: ProcessPart;

before(async () => {
  safety = await startTestSafety();
  account = await safety.api.createAccount();
  scan = await startScanHere(safety.api, systemClock);
});
after(async () => {
  await scan.close();
  await safety.close();
});

const siteOf = (index: number) => `site${index}.example/page/`;
const urls = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://${siteOf(index)}?utm=${index}`);
const slugsTo = async (hosts: string[]) => {
  const rows = await safety.api.db.selectFrom('qr_codes').select(['reserved_slug', 'redirect_url']).execute();
  const wanted = new Set(hosts);
  return rows
    .filter(({ redirect_url }) => wanted.has(new URL(redirect_url).host))
    .map(({ reserved_slug }) => reserved_slug);
};
const statusesOf = async (slugs: string[]) =>
  new Set(await Promise.all(slugs.map(async (slug) => (await scanLink(scan.address ?? '', slug)).status)));
/** How many destinations the worker has checked because of a list change. */
const examined = async () => {
  const metric = await safety.metrics.getSingleMetric('waypost_safety_examined_total')?.get();
  return metric?.values.find(({ labels }) => labels['reason'] === 'change')?.value ?? 0;
};

describe('re-scan', () => {
  test(`${codeCount} codes over ${urlCount} destinations: ${flagged} flagged by a difference → 403 within ${scanSecondsMax} s; cleared → redirecting`, async (t) => {
    await insertCodes(safety.api.db, account, urls(urlCount), codeCount);
    const bad = Array.from({ length: flagged }, (_, index) => index * 7);
    const slugs = await slugsTo(bad.map((index) => `site${index}.example`));
    assert.ok(slugs.length >= flagged);
    assert.deepEqual(await statusesOf(slugs), new Set([302]));
    const others = (await slugsTo(['site1.example', 'site2.example'])).slice(0, 10);

    safety.webRisk.flag(bad.map(siteOf));
    const beganMs = performance.now();
    await safety.update();
    while (!(await statusesOf(slugs)).has(403) || (await statusesOf(slugs)).size > 1)
      assert.ok(performance.now() - beganMs < scanSecondsMax * 1_000, 'not blocked in time');
    t.diagnostic(
      `${slugs.length} codes respond with 403 after ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`,
    );
    assert.deepEqual(await statusesOf(others), new Set([302]));
    const { blocked } = await safety.api.db
      .selectFrom('qr_codes')
      .select(sql<number>`count(*)::int`.as('blocked'))
      .where('status', '=', 'blocked')
      .executeTakeFirstOrThrow();
    assert.equal(blocked, slugs.length);

    safety.webRisk.clear(bad.map(siteOf));
    await safety.update();
    assert.deepEqual(await statusesOf(slugs), new Set([302]));
    const log = await safety.api.db
      .selectFrom('safety_log')
      .select(['event', sql<number>`count(*)::int`.as('count')])
      .groupBy('event')
      .orderBy('event')
      .execute();
    t.diagnostic(log.map(({ event, count }) => `${event} × ${count}`).join(', '));
    assert.equal(log.find(({ event }) => event === 'blocked')?.count, slugs.length);
    assert.equal(log.find(({ event }) => event === 'restored')?.count, slugs.length);
  });

  test(`the same change costs at most ${costRatioMax} times as much with all codes as with a tenth of them`, async (t) => {
    const small = await startTestSafety();
    try {
      const owner = await small.api.createAccount();
      await insertCodes(small.api.db, owner, urls(Math.round(urlCount / 10)), Math.round(codeCount / 10));
      let changes = 0;
      const compare = async (t: TestContext) => {
        const times = { few: [] as number[], many: [] as number[] };
        for (let round = 0; round < rounds; round++) {
          const change = changes++;
          for (const [name, one] of [
            ['few', small],
            ['many', safety],
          ] as const) {
            // Destinations that both have, and 2,000 hashes without a destination.
            const sites = Array.from({ length: changed }, (_, index) => siteOf(change * changed + index + 1));
            one.webRisk.flag([
              ...sites,
              ...Array.from({ length: 2_000 }, (_, index) => `nobody${change}-${index}.example/`),
            ]);
            const beganMs = performance.now();
            await one.update();
            times[name].push(performance.now() - beganMs);
          }
        }
        const ratio = median(times.many) / median(times.few);
        t.diagnostic(
          `${Math.round(median(times.few))} ms and ${Math.round(median(times.many))} ms: ${ratio.toFixed(2)} times`,
        );
        assert.ok(ratio <= costRatioMax, `${ratio} times`);
      };
      await repeated(compare)(t);
    } finally {
      await small.close();
    }
  });

  test('a change checks only what it affects', async () => {
    const before = await examined();
    safety.webRisk.flag([siteOf(1_500), 'elsewhere.example/']);
    await safety.update();
    assert.equal((await examined()) - before, 1);
  });

  test('an unchecked destination is unverified, counted, and checked within the minute', async () => {
    safety.webRisk.flag(['imported.example/']);
    await safety.update();
    const { project_id: projectId } = await safety.api.db
      .selectFrom('projects')
      .select('project_id')
      .where('account_id', '=', account.uuid)
      .executeTakeFirstOrThrow();
    // Like a restore or an import: without any check.
    await sql`with code as (insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public, last_rendered_at, render_status)
        values (gen_random_uuid(), ${account.uuid}, ${projectId}, 'x', 'url', 'https://imported.example/x', 'qr-111111111111', true, now(), 'done') returning qr_id)
      insert into scan_state (qr_id, status) select qr_id, 'active' from code`.execute(safety.api.db);
    const record = () =>
      safety.api.db
        .selectFrom('destinations')
        .select(['verdict', 'provider', 'threat'])
        .where('url', '=', 'https://imported.example/x')
        .executeTakeFirstOrThrow();
    assert.equal((await record()).verdict, 'unverified');
    await safety.sweep();
    assert.deepEqual(await record(), { verdict: 'unsafe', provider: 'Web Risk', threat: 'malware' });
    assert.equal((await scanLink(scan.address ?? '', 'qr-111111111111')).status, 403);
  });

  test('an expired verdict is checked again; if it can’t be confirmed, it stays queued and blocks nothing', async () => {
    safety.webRisk.positiveSeconds = 0;
    safety.webRisk.negativeSeconds = 0;
    safety.webRisk.flag(['moody.example/'], { isConfirmed: false });
    await safety.update();
    const { qr_id: id } = await safety.api.createQrCode(account, { redirect_url: 'https://moody.example/' });
    const slug = await safety.api.publishQrCode(id);
    const answer = async () => (await scanLink(scan.address ?? '', slug)).status;
    const outlive = () =>
      sql`update destinations set valid_until = now() where url = 'https://moody.example/'`.execute(
        safety.api.db,
      );
    safety.webRisk.searchFault = 'unavailable';
    await outlive();
    await safety.sweep();
    const row = await safety.api.db
      .selectFrom('destinations')
      .select(['verdict', 'valid_until'])
      .where('url', '=', 'https://moody.example/')
      .executeTakeFirstOrThrow();
    assert.equal(row.verdict, 'unverified');
    assert.ok((row.valid_until?.getTime() ?? 0) > Date.now() + 30_000, 'asked again in a minute');
    assert.equal(await answer(), 302);
    safety.webRisk.searchFault = null;
    safety.webRisk.confirm('moody.example/');
    await outlive();
    await safety.sweep();
    assert.equal(await answer(), 403);
    // Unknown: unsafe stays unsafe.
    safety.webRisk.searchFault = 'unavailable';
    await outlive();
    await safety.sweep();
    assert.equal(await answer(), 403);
    safety.webRisk.searchFault = null;
    safety.webRisk.unconfirm('moody.example/');
    await outlive();
    await safety.sweep();
    assert.equal(await answer(), 302);
    safety.webRisk.positiveSeconds = 300;
    safety.webRisk.negativeSeconds = 300;
  });

  test('the slow sweep checks everything once in its time, and finds what nothing else reported', async () => {
    // A wrong verdict without a list change.
    await sql`update destinations set verdict = 'safe', valid_until = null where url = 'https://imported.example/x'`.execute(
      safety.api.db,
    );
    await sql`update safety_state set sweep_position = '00000000-0000-0000-0000-000000000000', sweep_started_at = now() - interval '3.5 days'`.execute(
      safety.api.db,
    );
    await safety.sweep();
    const half = await safety.api.db
      .selectFrom('safety_state')
      .select('sweep_position')
      .executeTakeFirstOrThrow();
    assert.match(half.sweep_position, /^8000/);
    await sql`update safety_state set sweep_started_at = now() - interval '8 days'`.execute(safety.api.db);
    await safety.sweep();
    const done = await safety.api.db.selectFrom('safety_state').selectAll().executeTakeFirstOrThrow();
    assert.match(done.sweep_position, /^0000/);
    assert.ok(done.sweep_finished_at);
    const { verdict } = await safety.api.db
      .selectFrom('destinations')
      .select('verdict')
      .where('url', '=', 'https://imported.example/x')
      .executeTakeFirstOrThrow();
    assert.equal(verdict, 'unsafe');
  });

  test('codes that were linked without a check, or left behind by a dead worker, follow within the minute', async () => {
    await insertCodes(safety.api.db, account, ['https://known-bad.example/'], 3);
    safety.webRisk.flag(['known-bad.example/']);
    await safety.update();
    const [slug = ''] = await slugsTo(['known-bad.example']);
    assert.equal((await scanLink(scan.address ?? '', slug)).status, 403);
    // Settled once; now more codes are added without a check.
    await insertCodes(safety.api.db, account, ['https://known-bad.example/'], 3);
    await sql`select graphile_worker.add_job('examine-safety-changes', queue_name => 'safety-changes')`.execute(
      safety.api.db,
    );
    await untilIdle(safety.api.db);
    assert.deepEqual(await statusesOf(await slugsTo(['known-bad.example'])), new Set([403]));
  });

  test('an unchecked destination is known after the next write that checks it, and a change then affects it', async () => {
    const url = 'https://backfilled.example/';
    await insertCodes(safety.api.db, account, [url], 1);
    await sql`update destinations set prefixes = null, verdict = 'unverified', valid_until = null where url = ${url}`.execute(
      safety.api.db,
    );
    await safety.api.createQrCode(account, { redirect_url: url });
    safety.webRisk.flag(['backfilled.example/']);
    await safety.update();
    const { count } = await safety.api.db
      .selectFrom('qr_codes')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('redirect_url', '=', url)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    assert.equal(count, 0);
  });

  test('one prefix that many destinations share is confirmed once', async () => {
    await insertCodes(
      safety.api.db,
      account,
      Array.from({ length: 400 }, (_, index) => `https://shared.example/${index}`),
      400,
    );
    const before = safety.webRisk.count('/v1/hashes:search');
    safety.webRisk.flag(['shared.example/']);
    await safety.update();
    assert.equal(safety.webRisk.count('/v1/hashes:search') - before, 1);
  });

  test('examiners that check the same destinations in another order don’t deadlock', async () => {
    const urls = Array.from({ length: 300 }, (_, index) => `https://shared.example/${index}`);
    const examiner = createSafety(safety.api.db, quietProcess(safety.api.config));
    for (let round = 0; round < 10; round++) {
      await sql`update destinations set valid_until = now() where url like 'https://shared.example/%'`.execute(
        safety.api.db,
      );
      await Promise.all(
        [urls, urls.toReversed(), urls].map((order) =>
          examineDestinations(safety.api.db, examiner, order, 'due'),
        ),
      );
    }
  });

  test('our own problems are not counted as failures of the publisher of a list', async () => {
    safety.webRisk.flag(['ours.example/']);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holder = safety.api.db.transaction().execute(async (tx) => {
      await sql`select hold_safety()`.execute(tx);
      await released;
    });
    await insertUpdateJob(safety.api.db);
    await sleep(4_800);
    release();
    await holder;
    const findList = () => safety.api.db.selectFrom('threat_lists').selectAll().executeTakeFirstOrThrow();
    assert.equal((await findList()).failures, 0);
    // The job is retried by itself; here without the pause.
    const create = () =>
      safety.api.request('POST', '/v1/qr-codes', {
        key: account.key,
        body: { redirect_url: 'https://ours.example/' },
      });
    for (let tries = 0; (await create()).status !== 422; tries++) {
      assert.ok(tries < 100, 'the list is never published');
      await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(
        safety.api.db,
      );
      await sleep(100);
    }
    assert.equal((await findList()).failures, 0);
  });
});
