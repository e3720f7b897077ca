import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { placeNumbers } from '#features/scan-upkeep/place-numbers.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { createWatchTasks } from '#main/watch-tasks.ts';
import { Secrets } from '#platform/secrets.ts';
import { readMails } from '../support/data/read-mails.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { restrictedKey } from '../support/scratch/restricted-key.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { noLedgers } from '../support/scratch/test-ledger.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The start of this hour. */
let nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() };
let api: TestApi;
let account: TestAccount;
let scan: ProcessPart;
let tasks: ReturnType<typeof createWatchTasks>;

before(async () => {
  api = await startTestApi({ clock, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  account = await api.createAccount({ plan: 'enterprise', timeZone: 'Europe/Lisbon' });
  scan = await startScanHere(api, clock);
  const secrets = new Secrets(api.config.secretKeys);
  tasks = createWatchTasks(quietProcess(api.config, clock), { db: api.db, ledgers: noLedgers, secrets });
});
after(async () => {
  await scan.close();
  await api.close();
});

const send = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key: account.key, ...(body !== undefined && { body }) });
const find = () => tasks['find-scan-alarms'](AbortSignal.timeout(60_000));
const learn = () => tasks['learn-scan-baselines'](AbortSignal.timeout(60_000));

interface Code {
  id: string;
  uuid: string;
  slug: string;
}

/** A code that was scanned this often per hour, day and night, until now. */
async function makeCode(perHour: number, days = 56): Promise<Code> {
  const { qr_id: id } = await api.createQrCode(account);
  const uuid = parseIdentifier('qrc', id) ?? '';
  if (perHour > 0)
    await sql`insert into scan_days (subject_id, dimension, day, value, scans, slots)
      select ${uuid}, 'total', day, '', ${perHour} * cardinality(hours), array(select unnest(array[4 * hour, ${perHour}]) from unnest(hours) hour)
      from (select (to_timestamp(${nowMs / 1_000}) at time zone 'UTC')::date - back as day,
          array(select generate_series(0, case when back = 0 then ${new Date(nowMs).getUTCHours() - 1}::int else 23 end)) as hours
        from generate_series(0, ${days}::int) back) days where hours <> '{}'`.execute(api.db);
  const { status, body } = await send('PUT', `/v2/qr-codes/${id}/watch`, { scans: true });
  assert.equal(status, 200, JSON.stringify(body));
  return { id, uuid, slug: await api.publishQrCode(id) };
}

async function stateOf({ id }: Code) {
  return (await send('GET', `/v2/qr-codes/${id}/watch`)).body.scan_state;
}

async function eventsOf({ id }: Code, type: string): Promise<any[]> {
  return (await send('GET', `/v2/events?qr_id=${id}&type=${type}`)).body.items;
}

async function scanFrom({ slug }: Code, addresses: string[]): Promise<void> {
  for (const address of addresses)
    assert.equal(
      (await scanLink(scan.address ?? '', slug, { headers: { 'x-forwarded-for': address } })).status,
      302,
    );
  await sql`update scan_batches set recorded_at = now() - interval '1 minute'`.execute(api.db);
  while ((await rollUpBatches(api.db)) > 0);
  await foldOpenRows(api.db);
  while ((await placeNumbers(api.db, new Date(nowMs).toISOString().slice(0, 10))).rows > 0);
}

test('the usual scans of a code are learned; with too few of them, nothing is said', async () => {
  const busy = await makeCode(3);
  const calm = await makeCode(0);
  const young = await makeCode(3, 5);
  await learn();
  assert.deepEqual(await stateOf(busy), { state: 'usual', since: null, usual_scans_per_week: 504 });
  assert.equal((await stateOf(calm)).state, 'learning');
  assert.equal((await stateOf(young)).state, 'learning');
});

test('silence is noticed once, as an event and a mail, and ends with the next scan', async () => {
  const [silent, archived, limited, ended] = await Promise.all([3, 3, 3, 3].map((each) => makeCode(each)));
  assert.ok(silent && archived && limited && ended);
  await send('PATCH', `/v1/qr-codes/${archived.id}`, { status: 'archived' });
  await send('PATCH', `/v1/qr-codes/${limited.id}`, { expires_at: new Date(Date.now() + 50).toISOString() });
  await learn();
  await send('PUT', `/v2/qr-codes/${ended.id}/watch`, { destination: true });
  await find();
  nowMs += 16 * minuteMs;
  await find();
  assert.equal((await stateOf(silent)).state, 'usual');
  nowMs += 16 * hourMs;
  // A worker that was away can't know whether all scans have arrived.
  await find();
  assert.deepEqual(await eventsOf(silent, 'qr.quiet'), []);
  for (let minutes = 0; minutes < 20; minutes += 5) {
    nowMs += 5 * minuteMs;
    await find();
  }
  const [event, ...more] = await eventsOf(silent, 'qr.quiet');
  assert.deepEqual(more, []);
  assert.ok(event.data.alarm.expected_scans >= 40, JSON.stringify(event.data.alarm));
  assert.equal(event.data.actor.kind, 'system');
  const { state, since } = await stateOf(silent);
  assert.deepEqual([state, since], ['quiet', event.data.alarm.last_scan_at]);
  const label = (await send('GET', `/v1/qr-codes/${silent.id}`)).body.label;
  const mails = await readMails(
    api,
    new RegExp(`no scans since .*${silent.id}|${silent.id}[^]*no scans`, 's'),
  );
  assert.equal(mails.length, 1, label);
  assert.match(mails[0] ?? '', /\(Europe\/Lisbon\)/);
  for (const closed of [archived, limited, ended]) assert.deepEqual(await eventsOf(closed, 'qr.quiet'), []);
  const blind = await restrictedKey(api, account);
  const seen = await api.request('GET', `/v2/events?qr_id=${silent.id}&type=qr.quiet`, { key: blind });
  assert.deepEqual([seen.body.items.length, seen.body.items[0].data.alarm], [1, undefined]);
  const shown = await api.request('GET', `/v2/qr-codes/${silent.id}/watch`, { key: blind });
  assert.equal(shown.body.scan_state, null);
  await scanFrom(silent, ['8.8.8.8']);
  nowMs += 5 * minuteMs;
  await find();
  assert.equal((await stateOf(silent)).state, 'usual');
  assert.equal((await eventsOf(silent, 'qr.quiet')).length, 1);
});

test('a surge is noticed once, and says whether it came from one network', async () => {
  const [one, many] = [await makeCode(2), await makeCode(2)];
  await learn();
  await scanFrom(
    one,
    Array.from({ length: 60 }, (_, nth) => `8.8.8.${nth}`),
  );
  await scanFrom(
    many,
    Array.from({ length: 60 }, (_, nth) => `9.${nth}.1.1`),
  );
  for (let minutes = 0; minutes < 60; minutes += 5) {
    nowMs += 5 * minuteMs;
    await find();
  }
  const surges = [await eventsOf(one, 'qr.surge'), await eventsOf(many, 'qr.surge')];
  assert.deepEqual(
    surges.map((events) =>
      // A scan right after midnight can still have the salt of the day before.
      events.map(({ data }) => [data.alarm.scans >= 60, Math.round(10 * data.alarm.network_share)]),
    ),
    [[[true, 10]], [[true, 0]]],
  );
  assert.equal((await stateOf(one)).state, 'surge');
  assert.equal(
    (await readMails(api, new RegExp(`(100|9\\d)% of them came from one network[^]*${one.id}`))).length,
    1,
  );
  assert.equal((await readMails(api, new RegExp(`one network[^]*${many.id}`))).length, 0);
  assert.equal((await readMails(api, new RegExp(`many more scans[^]*${many.id}`))).length, 1);
});

test('nothing identifies the network: its hash changes with the salt of the day, and other places don’t show it', async () => {
  const code = await makeCode(0);
  await scanFrom(code, ['8.8.8.8', '8.8.8.99', '1.2.3.4']);
  const { rows } = await sql<{ network: string }>`
    select event ->> 12 as network from scan_batches, json_array_elements(events) event
    where ${code.uuid} = any(qr_ids) order by event ->> 2`.execute(api.db);
  const [first, second, other] = rows.map(({ network }) => network);
  assert.equal(first, second);
  assert.notEqual(first, other);
  assert.match(first ?? '', /^[\w-]{4}$/);
  const { body } = await send('GET', `/v2/qr-codes/${code.id}/scans`);
  assert.ok(!JSON.stringify(body).includes(`"${first}"`));
});
