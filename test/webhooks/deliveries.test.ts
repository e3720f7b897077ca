import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startBadReceiver } from './bad-receiver.ts';
import { Receiver } from './receiver.ts';

let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let receiver: Receiver;
before(async () => {
  api = await startTestApi();
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

interface Endpoint {
  id: string;
  uuid: string;
  secret: string;
}

async function createEndpoint(body: Record<string, unknown> = {}): Promise<Endpoint> {
  const made = await api.request('POST', '/v2/webhook-endpoints', {
    key: account.key,
    body: { url: receiver.url, ...body },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return {
    id: made.body.endpoint_id,
    uuid: parseIdentifier('whe', made.body.endpoint_id) ?? '',
    secret: made.body.secret,
  };
}

const patch = (id: string, body: Record<string, unknown>) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body });

async function listStatuses(
  endpoint: Endpoint,
): Promise<{ status: string; attempts: number; error: string | null }[]> {
  const { rows } = await sql<{ status: string; attempts: number; error: string | null }>`
    select status, attempts, error from webhook_deliveries where endpoint_id = ${endpoint.uuid} order by delivery_id`.execute(
    api.db,
  );
  return rows;
}

test('a change is delivered with a signature that Standard Webhooks verifies, and the body of the log', async () => {
  const endpoint = await createEndpoint();
  const { qr_id: id } = await api.createQrCode(account, { label: 'first' });
  await until('created', () => receiver.received.length >= 1);
  const [created] = receiver.received;
  assert.ok(created);
  receiver.verify(created, endpoint.secret);
  assert.throws(() => receiver.verify(created, `whsec_${Buffer.alloc(32).toString('base64')}`), /signature/);
  const { body } = await api.request('GET', `/v2/events/${created.id}`, { key: account.key });
  assert.equal(created.body.event_id, created.id);
  assert.equal(created.body.type, 'qr.created');
  assert.equal(created.body.timestamp, body.created_at);
  assert.deepEqual(created.body.data, body.data);
  assert.equal(created.body.data['qr_code'].qr_id, id);
  await until('recorded', async () =>
    (await listStatuses(endpoint)).some(({ status }) => status === 'succeeded'),
  );
});

test('events of one code arrive in the order of its changes', async () => {
  await createEndpoint({ types: ['qr.updated'] });
  const codes = await Promise.all(Array.from({ length: 4 }, () => api.createQrCode(account)));
  for (let nth = 0; nth < 10; nth++)
    await Promise.all(codes.map(({ qr_id: id }) => patch(id, { label: `label ${nth}` })));
  await until('all', () => receiver.received.length >= 40);
  for (const { qr_id: id } of codes) {
    const labels = receiver.received
      .filter(({ body }) => body.data['qr_code'].qr_id === id)
      .map(({ body }) => body.data['qr_code'].label);
    assert.deepEqual(
      labels,
      Array.from({ length: 10 }, (_, nth) => `label ${nth}`),
    );
  }
});

describe('an endpoint gets only', () => {
  test('its types, its project, or its codes', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Other' },
    });
    const { qr_id: inside } = await api.createQrCode(account, { project_id: project.project_id });
    const { qr_id: outside } = await api.createQrCode(account);
    const byType = await createEndpoint({ types: ['qr.archived'] });
    const byProject = await createEndpoint({ project_id: project.project_id });
    const byCode = await createEndpoint({ qr_ids: [outside], types: ['qr.updated', 'project.updated'] });
    await patch(inside, { label: 'x' });
    await patch(outside, { label: 'x' });
    await patch(outside, { status: 'archived' });
    const types = async ({ uuid }: Endpoint) => {
      const { rows } = await sql<{ type: string }>`
        select type from webhook_deliveries where endpoint_id = ${uuid} and type <> 'qr.rendered' order by delivery_id`.execute(
        api.db,
      );
      return rows.map(({ type }) => type);
    };
    await until('archived', async () => (await types(byType)).length === 1);
    assert.deepEqual(await types(byType), ['qr.archived']);
    assert.deepEqual(await types(byProject), ['qr.updated']);
    assert.deepEqual(await types(byCode), ['qr.updated']);
  });

  test('what happens after it was created', async () => {
    await api.createQrCode(account, { label: 'before' });
    await createEndpoint();
    await api.createQrCode(account, { label: 'after' });
    await until('after', () => receiver.received.some(({ body }) => body.data['qr_code']?.label === 'after'));
    assert.ok(
      receiver.received.every(
        ({ body }) => body.data['qr_code']?.label !== 'before' || body.type === 'qr.rendered',
      ),
    );
  });
});

describe('a receiver that', () => {
  test('fails at first gets the delivery again, with the same webhook-id and a new signature', async () => {
    const endpoint = await createEndpoint({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: receiver.received.length === 1 ? 500 : 200 });
    await api.createQrCode(account);
    await until('retried', () => receiver.received.length >= 2, 20_000);
    const [first, second] = receiver.received;
    assert.ok(first && second);
    assert.equal(second.id, first.id);
    assert.equal(second.raw, first.raw);
    receiver.verify(second, endpoint.secret);
    assert.ok(
      second.atMs - first.atMs >= 3_900 && second.atMs - first.atMs < 12_000,
      `${second.atMs - first.atMs} ms`,
    );
    await until('recorded', async () => (await listStatuses(endpoint))[0]?.status === 'succeeded');
    assert.equal((await listStatuses(endpoint))[0]?.attempts, 2);
  });

  test('redirects has failed, and nobody follows it', async () => {
    const endpoint = await createEndpoint({ types: ['qr.created'] });
    const other = await Receiver.start();
    receiver.behaviour = () => ({ status: 302, headers: { location: other.url } });
    await api.createQrCode(account);
    await until('recorded', async () => (await listStatuses(endpoint))[0]?.attempts === 1);
    assert.match((await listStatuses(endpoint))[0]?.error ?? '', /Redirects are not followed/);
    assert.equal(other.received.length, 0);
    await other.close();
  });

  test('responds with 410 is disabled, and its pending deliveries end', async () => {
    const endpoint = await createEndpoint({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: 410 });
    await Promise.all(Array.from({ length: 5 }, () => api.createQrCode(account)));
    const read = async () =>
      (await api.request('GET', `/v2/webhook-endpoints/${endpoint.id}`, { key: account.key })).body;
    await until('disabled', async () => (await read()).enabled === false);
    assert.equal((await read()).disabled_reason, 'gone');
    await until('ended', async () =>
      (await listStatuses(endpoint)).every(({ status }) => status !== 'pending'),
    );
  });

  test('asks for time with Retry-After gets it', async () => {
    const endpoint = await createEndpoint({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    await api.createQrCode(account);
    await until('recorded', async () => (await listStatuses(endpoint))[0]?.attempts === 1);
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - now())::int as seconds from webhook_deliveries where endpoint_id = ${endpoint.uuid}`.execute(
      api.db,
    );
    assert.ok((rows[0]?.seconds ?? 0) > 3_500, `${rows[0]?.seconds} s`);
  });
});

test('disabling ends pending deliveries, and what happens meanwhile is not sent later', async () => {
  const endpoint = await createEndpoint({ types: ['qr.created'] });
  receiver.behaviour = () => ({ status: 500 });
  await api.createQrCode(account, { label: 'pending' });
  await until('tried', () => receiver.received.length >= 1);
  const set = (enabled: boolean) =>
    api.request('PATCH', `/v2/webhook-endpoints/${endpoint.id}`, { key: account.key, body: { enabled } });
  assert.equal((await set(false)).body.disabled_reason, 'owner');
  await api.createQrCode(account, { label: 'meanwhile' });
  await sleep(1_500);
  receiver.behaviour = () => ({ status: 200 });
  assert.equal((await set(true)).body.enabled, true);
  await api.createQrCode(account, { label: 'after' });
  await until('after', () => receiver.received.some(({ body }) => body.data['qr_code'].label === 'after'));
  await sleep(6_500);
  assert.deepEqual(
    receiver.received
      .filter(({ body }) => body.data['qr_code'].label !== 'after')
      .map(({ body }) => body.data['qr_code'].label),
    ['pending'],
  );
  assert.equal((await listStatuses(endpoint))[0]?.status, 'cancelled');
});

test('deliveries of a suspended account wait until it is resumed', async () => {
  const endpoint = await createEndpoint({ types: ['qr.updated'] });
  const { qr_id: id } = await api.createQrCode(account);
  await sql`update accounts set suspended_at = now(), suspended_reason = 'test' where account_id = ${account.uuid}`.execute(
    api.db,
  );
  await sql`update qr_codes set label = 'x' where qr_id = ${parseIdentifier('qrc', id)}`.execute(api.db);
  await until('made', async () => (await listStatuses(endpoint)).length === 1);
  await sleep(1_000);
  assert.equal(receiver.received.length, 0);
  await sql`update accounts set suspended_at = null, suspended_reason = null where account_id = ${account.uuid}`.execute(
    api.db,
  );
  // Without waiting for the minute.
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`webhook ${endpoint.uuid} later`}`.execute(
    api.db,
  );
  await until('sent', () => receiver.received.length === 1);
});

test('one that never answers does not hold up another one', async () => {
  const silent = await Receiver.start();
  silent.behaviour = () => null;
  const stuck = await createEndpoint({ url: silent.url, types: ['qr.created'] });
  await createEndpoint({ types: ['qr.created'] });
  for (let nth = 0; nth < 20; nth++) await api.createQrCode(account, { label: `code ${nth}` });
  await until('all', () => receiver.received.length >= 20, 10_000);
  assert.ok(silent.received.length <= 10, `${silent.received.length} at once`);
  assert.ok((await listStatuses(stuck)).length === 20);
  await silent.close();
});

test('many that respond slowly do not hold up another one', async () => {
  const slow = await startBadReceiver('slow');
  for (let made = 0; made < 30; made++) await createEndpoint({ url: slow.url });
  const { qr_id: id } = await api.createQrCode(account);
  for (let turn = 0; turn < 5; turn++) await patch(id, { label: `Name ${turn}` });
  // Each is known to be slow after its first response.
  await sleep(10_000);
  await createEndpoint();
  await patch(id, { label: 'Quick' });
  const sentMs = Date.now();
  await until('the quick one has it', () => receiver.received.length > 0);
  assert.ok(Date.now() - sentMs < 3_000, `after ${Date.now() - sentMs} ms`);
  await slow.close();
});
