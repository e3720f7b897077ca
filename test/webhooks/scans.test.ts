import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { addJob } from '#features/add-job.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';
import { type Received, Receiver } from './receiver.ts';

let api: TestApi;
let scan: TestScan;
let worker: ProcessPart;
let account: TestAccount;
let receiver: Receiver;
before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api);
  worker = await startWorker(quietProcess(api.config));
  // Without waiting for the next minute.
  await addJob(api.db, 'fold-scans', null, { key: 'fold-scans' });
});
after(async () => {
  await worker.drain();
  await worker.close();
  scan.stop();
  await api.close();
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

async function createEndpoint(body: Record<string, unknown> = {}) {
  const made = await api.request('POST', '/v2/webhook-endpoints', {
    key: account.key,
    body: { url: receiver.url, types: ['qr.scan'], ...body },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

async function createCode(): Promise<{ id: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account);
  return { id, slug: await api.publishQrCode(id) };
}

async function scanTimes(slug: string, times: number): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, async () => assert.equal((await scanLink(scan.url, slug)).status, 302)),
  );
}

const numbersOf = (received: Received[], id: string): number[] =>
  received
    .filter(({ body }) => body.data['qr_code'].qr_id === id)
    .flatMap(({ body }) => body.data['scans'].map((one: { scan_number: number }) => one.scan_number));

test('scans are delivered with consecutive numbers, in order, at most 100 together, as the API shows them', async () => {
  const code = await createCode();
  await scanTimes(code.slug, 3);
  await until('folded', async () => {
    const { rows } =
      await sql`select 1 from scan_places where qr_id = ${parseIdentifier('qrc', code.id)}`.execute(api.db);
    return rows.length > 0;
  });
  const { secret } = await createEndpoint();
  for (let round = 0; round < 4; round++) await scanTimes(code.slug, 60);
  await until('all', () => numbersOf(receiver.received, code.id).length >= 240);
  // Those before the endpoint are not sent.
  assert.deepEqual(
    numbersOf(receiver.received, code.id),
    Array.from({ length: 240 }, (_, nth) => nth + 4),
  );
  for (const received of receiver.received) {
    receiver.verify(received, secret);
    const { first_number: first, last_number: last, scans } = received.body.data;
    assert.ok(scans.length <= 100);
    assert.deepEqual([scans[0].scan_number, scans.at(-1).scan_number], [first, last]);
    assert.ok(Buffer.byteLength(received.raw) < 20_480);
  }
  const { body } = await api.request('GET', `/v2/qr-codes/${code.id}/scans?after_number=3&limit=10`, {
    key: account.key,
  });
  const [first] = receiver.received;
  assert.deepEqual(
    first?.body.data['scans'].slice(0, 10),
    body.items.slice(0, first?.body.data['scans'].length),
  );
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, receiver.received.length);
});

test('two endpoints get the same groups with the same webhook-id', async () => {
  const other = await Receiver.start();
  await createEndpoint();
  await createEndpoint({ url: other.url });
  const code = await createCode();
  await scanTimes(code.slug, 20);
  await until(
    'both',
    () =>
      numbersOf(receiver.received, code.id).length >= 20 && numbersOf(other.received, code.id).length >= 20,
  );
  const idsOf = (received: Received[]) =>
    received.map(({ id, body }) => `${id} ${body.data['first_number']}`).sort();
  assert.deepEqual(idsOf(other.received), idsOf(receiver.received));
  await other.close();
});

test('codes without analytics, and accounts without an endpoint for scans, cost nothing', async () => {
  await createEndpoint();
  const silent = await createCode();
  await sql`update qr_codes set analytics_enabled = false where qr_id = ${parseIdentifier('qrc', silent.id)}`.execute(
    api.db,
  );
  const loud = await createCode();
  await scanTimes(silent.slug, 3);
  await scanTimes(loud.slug, 3);
  await until('loud', () => numbersOf(receiver.received, loud.id).length >= 3);
  assert.ok(receiver.received.every(({ body }) => body.data['qr_code'].qr_id === loud.id));
  const other = await api.createAccount({ plan: 'enterprise' });
  const { qr_id: id } = await api.createQrCode(other);
  await scanTimes(await api.publishQrCode(id), 2);
  await sleep(4_000);
  const { rows } = await sql`select from scan_group_heads where account_id = ${other.uuid}`.execute(api.db);
  assert.equal(rows.length, 0);
});

const replay = (endpointId: string, body: Record<string, unknown>) =>
  api.request('POST', `/v2/webhook-endpoints/${endpointId}/replay`, { key: account.key, body });

test('a replay of scans sends all of them once, and those that were sent before with the same webhook-id', async () => {
  const code = await createCode();
  await scanTimes(code.slug, 100);
  await until('folded', async () => {
    const { body } = await api.request('GET', `/v2/qr-codes/${code.id}/scans?after_number=99`, {
      key: account.key,
    });
    return body.items.length === 1;
  });
  await sleep(2_000);
  const { endpoint_id: endpointId } = await createEndpoint();
  await scanTimes(code.slug, 40);
  await until('the new ones', () => numbersOf(receiver.received, code.id).length >= 40);
  const sent = receiver.received.splice(0);

  const answer = await replay(endpointId, { qr_id: code.id, after_number: 0 });
  assert.deepEqual([answer.status, answer.body.endpoint_id], [202, endpointId]);
  await until('all', () => numbersOf(receiver.received, code.id).length >= 140);
  assert.deepEqual(
    numbersOf(receiver.received, code.id),
    Array.from({ length: 140 }, (_, nth) => nth + 1),
  );
  const bodyOf = new Map(receiver.received.map(({ id, raw }) => [id, raw]));
  for (const { id, raw } of sent) assert.equal(bodyOf.get(id), raw);

  // Another receiver gets the same groups. A number in the middle of one starts with the whole group.
  const other = await Receiver.start();
  const second = await createEndpoint({ url: other.url });
  await replay(second.endpoint_id, { qr_id: code.id, after_number: 80 });
  await until('the rest', () => numbersOf(other.received, code.id).at(-1) === 140);
  for (const { id, raw } of other.received) assert.equal(bodyOf.get(id), raw);
  assert.deepEqual(
    numbersOf(other.received, code.id).filter((number) => number > 80),
    Array.from({ length: 60 }, (_, nth) => nth + 81),
  );
  await other.close();
});

test('a replay of scans says what is wrong with it', async () => {
  const code = await createCode();
  const { endpoint_id: endpointId } = await createEndpoint();
  const refused = async (body: Record<string, unknown>, id = endpointId) => {
    const answer = await replay(id, body);
    return [answer.status, answer.body.code, answer.body.param ?? null];
  };
  assert.deepEqual(await refused({}), [400, 'invalid_request', 'after']);
  assert.deepEqual(await refused({ qr_id: code.id }), [400, 'invalid_request', 'after_number']);
  assert.deepEqual(await refused({ after_number: 3 }), [400, 'invalid_request', 'qr_id']);
  assert.deepEqual(await refused({ qr_id: code.id, after_number: -1 }), [
    400,
    'invalid_request',
    'after_number',
  ]);
  assert.deepEqual(
    await refused({ after: 'evt_000000000J00G4TSRZ6JQAR9XR', qr_id: code.id, after_number: 1 }),
    [400, 'invalid_request', 'after'],
  );
  const foreign = await api.createQrCode(await api.createAccount({ plan: 'enterprise' }));
  assert.deepEqual(await refused({ qr_id: foreign.qr_id, after_number: 0 }), [404, 'qr_not_found', null]);
  const deaf = await createEndpoint({ types: ['qr.updated'] });
  assert.deepEqual(await refused({ qr_id: code.id, after_number: 0 }, deaf.endpoint_id), [
    409,
    'conflict',
    null,
  ]);
  const elsewhere = await createEndpoint({ qr_ids: [(await createCode()).id] });
  assert.deepEqual(await refused({ qr_id: code.id, after_number: 0 }, elsewhere.endpoint_id), [
    409,
    'conflict',
    null,
  ]);
});

test('scans that left no record don’t count as failures of the endpoint, and hold up nothing', async () => {
  const code = await createCode();
  const uuid = parseIdentifier('qrc', code.id);
  // As if 1,500 scans had been counted without analytics.
  await sql`update scan_state set scan_count = 1500 where qr_id = ${uuid}`.execute(api.db);
  await scanTimes(code.slug, 1);
  await until('folded', async () => {
    const { rows } = await sql`select 1 from scan_places where qr_id = ${uuid}`.execute(api.db);
    return rows.length > 0;
  });
  const { endpoint_id: endpointId } = await createEndpoint({ types: null });
  await sql`
    insert into scan_groups (event_id, ordered_on, account_id, project_id, qr_id, first_number, last_number)
    select log_id(today), today, account_id, project_id, qr_id, first, first + 74
    from qr_codes, generate_series(1, 1500, 75) first, (select (now() at time zone 'UTC')::date as today) clock
    where qr_id = ${uuid}`.execute(api.db);
  const answer = await replay(endpointId, { qr_id: code.id, after_number: 1_500 - 75 });
  assert.equal(answer.status, 410);
  await sql`
    insert into webhook_deliveries (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at)
    select log_id(ordered_on), ordered_on, ${parseIdentifier('whe', endpointId)}, account_id, 'qr.scan', event_id, qr_id, now()
    from scan_groups where qr_id = ${uuid}`.execute(api.db);
  await api.request('PATCH', `/v1/qr-codes/${code.id}`, { key: account.key, body: { label: 'Next' } });
  await until('the change', () => receiver.received.some(({ body }) => body.type === 'qr.updated'));
  const dead = async () => {
    const { rows } = await sql<{ dead: number }>`
      select count(*)::int as dead from webhook_deliveries where subject_id = ${uuid} and status = 'dead'`.execute(
      api.db,
    );
    return rows[0]?.dead;
  };
  await until('all have ended', async () => (await dead()) === 20);
  const { body } = await api.request('GET', `/v2/webhook-endpoints/${endpointId}`, { key: account.key });
  assert.deepEqual([body.enabled, body.failing_since], [true, null]);
});
