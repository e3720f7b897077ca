import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { placeNumbers } from '#features/scan-upkeep/place-numbers.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { proofScale } from '../support/measure/proof-scale.ts';
import { createLoadClient, inParallel } from '../support/measure/scan-load.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startScanHere } from '../support/scratch/test-scan.ts';

const dayMs = 86_400_000;
const replayed = proofScale < 1 ? 4_000 : 5_000_000;
/** A rehearsal has a limit of its own. */
const scansPerCode = 1_000_000;
const connections = 32;
let nowMs = Date.now();
const clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() };
let api: TestApi;
let account: TestAccount;
let scan: ProcessPart;

before(async () => {
  api = await startTestApi({
    clock,
    environment: { COUNTRY_HEADER: 'cf-ipcountry', TRUSTED_PROXIES: '127.0.0.1' },
  });
  account = await api.createAccount({ plan: 'enterprise', timeZone: 'Europe/Lisbon' });
  scan = await startScanHere(api, clock);
});
after(async () => {
  await scan.close();
  await api.close();
});

const page = (name: string) => `https://example.com/${name}`;

async function makeCode(body: Record<string, unknown>): Promise<{ id: string; uuid: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account, { redirect_url: page('home'), ...body });
  return { id, uuid: parseIdentifier('qrc', id) ?? '', slug: await api.publishQrCode(id) };
}

async function rehearse(ids: string[], change: Record<string, unknown>) {
  const { status, body } = await api.request('POST', '/v2/rehearsals', {
    key: account.key,
    body: { qr_ids: ids, change },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function number(): Promise<void> {
  await foldOpenRows(api.db);
  while ((await placeNumbers(api.db, new Date().toISOString().slice(0, 10))).rows > 0);
}

const agents = ['Mozilla/5.0 (iPhone)', 'Mozilla/5.0 (Linux; Android 16)', 'Mozilla/5.0 (Windows NT 10.0)'];
const countries = ['DE', 'US', 'JP', 'PT'];
const languages = ['de-AT,de;q=0.9', 'pt-BR', 'en-US,en;q=0.5', ''];

const everyKind = [
  { condition: 'scan_number', from: 10, until: 60, url: page('tier') },
  {
    condition: 'schedule',
    schedule_days: ['mon', 'sat'],
    schedule_start: '08:00',
    schedule_end: '16:00',
    url: page('time'),
  },
  { condition: 'split', percent: 20, sticky: false, condition2: 'device', value2: 'ios', url: page('a') },
  { condition: 'language', value: 'de', condition2: 'country', value2: 'US', url: page('language') },
  { condition: 'split', percent: 30, sticky: true, url: page('b') },
  { condition: 'country', value: 'JP', url: page('country') },
];

test(`the rules of a month reproduce the recorded rule of each of ${replayed} scans`, async (t) => {
  for (let left = replayed; left > 0; left -= scansPerCode) await reproduce(t, Math.min(left, scansPerCode));
});

async function reproduce(t: TestContext, scans: number): Promise<void> {
  const start = Date.now() - 29 * dayMs;
  nowMs = start;
  const code = await makeCode({ redirect_rules: everyKind });
  const random = seededRandom(8);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const client = createLoadClient(connections);
  let sent = 0;
  await inParallel(connections, async () => {
    while (sent < scans) {
      const nth = sent++;
      nowMs = start + Math.floor((nth / scans) * 29 * dayMs);
      const headers = {
        'user-agent': `${pick(agents)} ${Math.floor(random() * 300)}`,
        'cf-ipcountry': pick(countries),
        'accept-language': pick(languages),
      };
      const answer = await client.scan(scan.address ?? '', code.slug, { headers });
      assert.equal(answer?.status, 302);
    }
  });
  client.close();
  nowMs = Date.now();
  await number();
  const result = await rehearse([code.id], { redirect_rules: everyKind });
  assert.deepEqual([result.scans, result.same, result.changed_since, result.unknown], [scans, scans, 0, 0]);
  const byRule = await sql<{ rules: number }>`
    select count(distinct event -> 9)::int as rules from scan_batches, json_array_elements(events) event
    where qr_ids @> array[${code.uuid}::uuid]`
    .execute(api.db)
    .catch(() => null);
  t.diagnostic(`${scans} scans, ${byRule?.rows[0]?.rules ?? 'all'} rules`);
}

describe('a rehearsal', () => {
  test('says how many scans would have gone elsewhere or found nothing, and changes nothing', async () => {
    const code = await makeCode({});
    const client = createLoadClient(1);
    for (let nth = 0; nth < 30; nth++)
      await client.scan(scan.address ?? '', code.slug, {
        headers: { 'user-agent': agents[nth % 3] ?? '', 'cf-ipcountry': nth < 12 ? 'DE' : 'US' },
      });
    client.close();
    await number();
    const german = [{ condition: 'country', value: 'DE', url: page('de') }];
    const elsewhere = await rehearse([code.id], { redirect_rules: german });
    assert.deepEqual(
      [elsewhere.scans, elsewhere.same, elsewhere.elsewhere, elsewhere.nothing],
      [30, 18, 12, 0],
    );
    assert.deepEqual(elsewhere.destinations, [{ before: page('home'), after: page('de'), scans: 12 }]);
    const limited = await rehearse([code.id], { scan_limit: 25 });
    assert.deepEqual([limited.same, limited.nothing], [25, 5]);
    const archived = await rehearse([code.id], { status: 'archived' });
    assert.equal(archived.nothing, 30);
    const both = await rehearse([code.id, (await makeCode({})).id], { redirect_url: page('new') });
    assert.deepEqual([both.scans, both.elsewhere], [30, 30]);
    const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
    assert.deepEqual([body.redirect_url, body.redirect_rules, body.status], [page('home'), [], 'active']);
  });

  test('counts scans from before languages were recorded as unknown, if a rule asks for the language', async () => {
    const code = await makeCode({});
    const client = createLoadClient(1);
    for (let nth = 0; nth < 4; nth++) await client.scan(scan.address ?? '', code.slug);
    client.close();
    await number();
    await sql`update scan_batches set events = (
        select json_agg((event::jsonb - 12 - 11 - 10)::json) from json_array_elements(events) event)
      where qr_ids @> array[${code.uuid}::uuid]`.execute(api.db);
    const german = [{ condition: 'language', value: 'de', url: page('de') }];
    const { scans, unknown } = await rehearse([code.id], { redirect_rules: german });
    assert.deepEqual([scans, unknown], [4, 4]);
    const ios = [{ condition: 'device', value: 'ios', url: page('ios') }];
    assert.equal((await rehearse([code.id], { redirect_rules: ios })).unknown, 0);
  });

  test('is refused for codes that the caller may not see, and for changes that decide no scan', async () => {
    const code = await makeCode({});
    const stranger = await api.createAccount();
    const send = (key: string, change: Record<string, unknown>) =>
      api.request('POST', '/v2/rehearsals', { key, body: { qr_ids: [code.id], change } });
    assert.equal((await send(stranger.key, { scan_limit: 1 })).status, 404);
    const useless = await send(account.key, { label: 'New' });
    assert.deepEqual([useless.status, useless.body.param], [400, 'change']);
  });
});

test('a million scans are rehearsed in less than two seconds', { skip: proofScale < 1 }, async (t) => {
  const code = await makeCode({ redirect_rules: everyKind.slice(1) });
  const perBatch = 100;
  const batchesPerDay = 400;
  const day = new Date().toISOString().slice(0, 10);
  for (let back = 25; back > 0; back--) {
    const first = (25 - back) * batchesPerDay * perBatch + 1;
    await sql`select make_scan_partition((${day}::date - ${back}::int))`.execute(api.db);
    await sql`with batches as (
        insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
        select ${day}::date - ${back}::int, gen_random_uuid(), array[${code.uuid}::uuid], array[${2 * perBatch}::int], (
          select json_agg(json_build_array(1, nth, (extract(epoch from ${day}::date - ${back}::int) * 1000)::bigint + nth * 600000,
            (array['DE','US','JP'])[1 + nth % 3], (array['ios','android','desktop'])[1 + (nth / 3) % 3], 'Safari', 'iOS', null,
            substr(md5((batch * nth)::text), 1, 16), null, 'de-DE'))
          from generate_series(1, ${perBatch}::int) nth), true
        from generate_series(1, ${batchesPerDay}::int) batch
        returning recorded_on, batch_id)
      insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
      select ${day}::date, recorded_on, batch_id, array[${code.uuid}::uuid],
        array[((row_number() over (order by batch_id)) - 1) * ${perBatch}::int + ${first}::int], array[${perBatch}::int], array[1] from batches`.execute(
      api.db,
    );
  }
  await sql`update scan_state set scan_count = 1000000 where qr_id = ${code.uuid}`.execute(api.db);
  while ((await placeNumbers(api.db, day)).rows > 0);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const startedMs = performance.now();
    const { scans } = await rehearse([code.id], { redirect_rules: everyKind });
    seconds.push((performance.now() - startedMs) / 1_000);
    assert.equal(scans, 1_000_000);
  }
  t.diagnostic(`${seconds.map((taken) => taken.toFixed(2)).join(', ')} s`);
  assert.ok(Math.min(...seconds) < 2);
});
