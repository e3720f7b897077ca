import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { restrictedKey } from '../support/scratch/restricted-key.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { Receiver } from './receiver.ts';

let api: TestApi;
let strict: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let receiver: Receiver;
before(async () => {
  api = await startTestApi();
  strict = await startTestApi({
    databaseUrl: api.config.databaseDirectUrl,
    environment: { ALLOW_PRIVATE_DESTINATIONS: 'off' },
  });
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await strict.close();
  await api.close();
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

const path = '/v2/webhook-endpoints';
const post = (body: Record<string, unknown>, headers: Record<string, string> = {}, key = account.key) =>
  api.request('POST', path, { key, body, headers });
const create = (body: Record<string, unknown> = {}) => post({ url: receiver.url, ...body });

test('an endpoint is created, read, changed and deleted', async () => {
  const made = await create({ description: 'Stock', types: ['qr.updated'] });
  assert.equal(made.status, 201);
  const { endpoint_id: id, secret, ...view } = made.body;
  assert.match(secret, /^whsec_[A-Za-z0-9+/=]{44}$/);
  assert.deepEqual(
    [view.description, view.types, view.enabled, view.disabled_reason],
    ['Stock', ['qr.updated'], true, null],
  );
  const read = await api.request('GET', `${path}/${id}`, { key: account.key });
  assert.ok(!('secret' in read.body));
  assert.equal(read.headers.get('etag'), made.headers.get('etag'));
  const changed = await api.request('PATCH', `${path}/${id}`, {
    key: account.key,
    body: { types: null },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  assert.deepEqual([changed.status, changed.body.types, changed.body.description], [200, null, 'Stock']);
  const late = await api.request('PATCH', `${path}/${id}`, {
    key: account.key,
    body: { description: '' },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  assert.equal(late.status, 412);
  const listed = await api.request('GET', path, { key: account.key });
  assert.deepEqual(
    listed.body.items.map((item: { endpoint_id: string }) => item.endpoint_id),
    [id],
  );
  assert.equal((await api.request('DELETE', `${path}/${id}`, { key: account.key })).status, 200);
  const gone = await api.request('GET', `${path}/${id}`, { key: account.key });
  assert.deepEqual([gone.status, gone.body.code], [404, 'endpoint_not_found']);
});

test('the secret is encrypted at rest, never logged, and not repeated', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await post({ url: receiver.url }, headers);
  const second = await post({ url: receiver.url }, headers);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual([second.body.endpoint_id, second.body.secret], [first.body.endpoint_id, null]);
  const plain = first.body.secret.slice('whsec_'.length);
  const { rows } = await sql<{ text: string }>`
    select (to_jsonb(endpoint) #>> '{}') || coalesce((select string_agg(body::text, ' ') from idempotency_keys), '')
      || coalesce((select string_agg(after::text, ' ') from account_history), '') as text
    from webhook_endpoints endpoint where endpoint_id = ${parseIdentifier('whe', first.body.endpoint_id)}`.execute(
    api.db,
  );
  assert.ok(!rows[0]?.text.includes(plain));
  assert.ok(!api.logged().includes(plain));
});

describe('bodies that are refused', () => {
  for (const [body, code, param] of [
    [{}, 'invalid_request', 'url'],
    [{ types: [] }, 'invalid_request', 'types'],
    [{ types: ['qr.deleted'] }, 'invalid_request', 'types'],
    [{ types: 'qr.updated' }, 'invalid_request', 'types'],
    [{ qr_ids: [] }, 'invalid_request', 'qr_ids'],
    [{ qr_ids: ['x'] }, 'invalid_request', 'qr_ids[0]'],
    [{ qr_ids: ['qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'] }, 'qr_not_found', 'qr_ids[0]'],
    [{ project_id: 'prj_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }, 'project_not_found', 'project_id'],
    [{ project_id: 'prj_1', qr_ids: ['qrc_1'] }, 'invalid_request', 'qr_ids'],
    [{ enabled: 'yes' }, 'invalid_request', 'enabled'],
    [{ secret: 'mine' }, 'invalid_request', 'secret'],
    [{ url: 'ftp://example.com/' }, 'webhook_url_rejected', 'url'],
  ] as const)
    test(JSON.stringify(body), async () => {
      const whole = Object.keys(body).length === 0 ? body : { url: receiver.url, ...body };
      const answer = await post(whole);
      assert.deepEqual([answer.body.code, answer.body.param], [code, param]);
    });
});

describe('in production, an address that is not public', () => {
  for (const url of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://localhost./',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://user@example.com/',
    'https://example.com:25/',
    'https://metadata.internal/',
  ])
    test(`${url} is 422 webhook_url_rejected`, async () => {
      const answer = await strict.request('POST', path, { key: account.key, body: { url } });
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.param],
        [422, 'webhook_url_rejected', 'url'],
      );
    });
});

test('each plan has its number of endpoints, exact under concurrency; beyond it is 409', async () => {
  for (const [plan, most] of [
    ['starter', 2],
    ['pro', 5],
  ] as const) {
    account = await api.createAccount({ plan });
    const answers = await Promise.all(Array.from({ length: most + 3 }, () => create()));
    const made = answers.filter(({ status }) => status === 201).length;
    assert.equal(made, most, plan);
    assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  }
});

describe('a restricted key', () => {
  test('needs the scopes of what it subscribes to', async () => {
    const only = await restrictedKey(api, account, { scopes: ['webhooks.write'] });
    assert.equal((await post({ url: receiver.url }, {}, only)).status, 403);
    const reading = await restrictedKey(api, account);
    assert.equal((await post({ url: receiver.url, types: ['qr.scan'] }, {}, reading)).status, 403);
    assert.equal((await post({ url: receiver.url }, {}, reading)).status, 201);
    const scans = await restrictedKey(api, account, { scopes: ['webhooks.write', 'analytics.read'] });
    assert.equal((await post({ url: receiver.url, types: ['qr.scan'] }, {}, scans)).status, 201);
    assert.equal((await post({ url: receiver.url, types: ['qr.updated'] }, {}, scans)).status, 403);
  });

  test('that is limited to projects names one, and neither sees other endpoints nor gets other events', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Own' },
    });
    const key = await restrictedKey(api, account, {
      projectIds: [parseIdentifier('prj', project.project_id) ?? ''],
    });
    const whole = await create();
    assert.equal((await post({ url: receiver.url }, {}, key)).status, 403);
    assert.equal(
      (await post({ url: receiver.url, project_id: account.defaultProjectId }, {}, key)).status,
      404,
    );
    const own = await post({ url: receiver.url, project_id: project.project_id }, {}, key);
    assert.equal(own.status, 201);
    const listed = await api.request('GET', path, { key });
    assert.deepEqual(
      listed.body.items.map((item: { endpoint_id: string }) => item.endpoint_id),
      [own.body.endpoint_id],
    );
    assert.equal((await api.request('GET', `${path}/${whole.body.endpoint_id}`, { key })).status, 404);
    const widened = await api.request('PATCH', `${path}/${own.body.endpoint_id}`, {
      key,
      body: { project_id: null },
    });
    assert.equal(widened.status, 403);
    // Its ceiling stays, also if somebody with more rights changes it.
    await api.request('PATCH', `${path}/${own.body.endpoint_id}`, {
      key: account.key,
      body: { project_id: null },
    });
    await api.createQrCode(account, { label: 'elsewhere' });
    await api.createQrCode(account, { label: 'own', project_id: project.project_id });
    const count = async (id: string) => {
      const { rows } = await sql<{ labels: string[] }>`
        select array_agg(subject ->> 'label') as labels from webhook_deliveries join events using (event_id)
        where endpoint_id = ${parseIdentifier('whe', id)} and webhook_deliveries.type = 'qr.created'`.execute(
        api.db,
      );
      return rows[0]?.labels ?? [];
    };
    await until('made', async () => (await count(own.body.endpoint_id)).includes('own'));
    assert.deepEqual(await count(own.body.endpoint_id), ['own']);
    await until('all', async () => (await count(whole.body.endpoint_id)).length === 2);
  });
});

test('a rotated secret signs together with the old one, until that expires', async () => {
  const { body: made } = await create({ types: ['qr.created'] });
  const rotated = await api.request('POST', `${path}/${made.endpoint_id}/rotate-secret`, {
    key: account.key,
    body: { expires_in: 3 },
  });
  assert.equal(rotated.status, 200);
  assert.notEqual(rotated.body.secret, made.secret);
  assert.notEqual(rotated.body.old_secret_expires_at, null);
  await api.createQrCode(account);
  await until('first', () => receiver.received.length === 1);
  const [first] = receiver.received;
  assert.ok(first);
  receiver.verify(first, rotated.body.secret);
  receiver.verify(first, made.secret);
  await sleep(3_100);
  await api.createQrCode(account);
  await until('second', () => receiver.received.length === 2);
  const [, second] = receiver.received;
  assert.ok(second);
  receiver.verify(second, rotated.body.secret);
  assert.throws(() => receiver.verify(second, made.secret), /signature/);
  for (const wrong of [-1, 86_401, 1.5, '60', undefined]) {
    const answer = await api.request('POST', `${path}/${made.endpoint_id}/rotate-secret`, {
      key: account.key,
      body: { expires_in: wrong },
    });
    assert.deepEqual([answer.status, answer.body.param], [400, 'expires_in']);
  }
});

describe('deliveries', () => {
  test('are listed with the response, and can be sent again with the same webhook-id', async () => {
    const { body: made } = await create({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: 200, body: `ok ${'x'.repeat(2_000)}` });
    await api.createQrCode(account);
    const base = `${path}/${made.endpoint_id}/deliveries`;
    const list = async (query = '') =>
      (await api.request('GET', base + query, { key: account.key })).body.items;
    await until('done', async () => (await list('?status=succeeded')).length === 1);
    const [delivery] = await list();
    assert.deepEqual(
      [
        delivery.status,
        delivery.attempts,
        delivery.response_status,
        delivery.response_body.length,
        delivery.error,
      ],
      ['succeeded', 1, 200, 1_024, null],
    );
    assert.equal(delivery.event_id, receiver.received[0]?.id);
    const again = await api.request('POST', `${base}/${delivery.delivery_id}/retry`, { key: account.key });
    assert.deepEqual([again.status, again.body.status], [202, 'pending']);
    await until('again', () => receiver.received.length === 2);
    assert.equal(receiver.received[1]?.id, receiver.received[0]?.id);
    const unknown = await api.request('POST', `${base}/dlv_000000000J01G4TSRZ6JQAR9XR/retry`, {
      key: account.key,
    });
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'delivery_not_found']);
  });

  test('can be sent again also after the endpoint was disabled and enabled, which ended them', async () => {
    const { body: made } = await create({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: 500 });
    await api.createQrCode(account);
    const base = `${path}/${made.endpoint_id}`;
    const listed = async () =>
      (await api.request('GET', `${base}/deliveries`, { key: account.key })).body.items;
    await until('a failure', async () => (await listed())[0]?.attempts === 1);
    for (const enabled of [false, true])
      await api.request('PATCH', base, { key: account.key, body: { enabled } });
    await until('ended', async () => (await listed())[0]?.status === 'cancelled');
    receiver.behaviour = () => ({ status: 200 });
    const [delivery] = await listed();
    const again = await api.request('POST', `${base}/deliveries/${delivery.delivery_id}/retry`, {
      key: account.key,
    });
    assert.deepEqual(
      [again.status, again.body.status, again.body.event_id],
      [202, 'pending', delivery.event_id],
    );
    await until('delivered', async () => (await listed())[0]?.status === 'succeeded');
    assert.equal(receiver.received.at(-1)?.id, delivery.event_id);
  });

  test('of other projects are neither shown nor sent once the endpoint is limited to a project', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Own' },
    });
    const { body: made } = await create({ types: ['qr.created'] });
    receiver.behaviour = () => ({ status: 500 });
    await api.createQrCode(account);
    await api.createQrCode(account, { project_id: project.project_id });
    const base = `${path}/${made.endpoint_id}`;
    const listed = async (key: string) =>
      (await api.request('GET', `${base}/deliveries`, { key })).body.items as Record<string, any>[];
    await until('two failures', async () => {
      const items = await listed(account.key);
      return items.length === 2 && items.every(({ attempts }) => attempts > 0);
    });
    await api.request('PATCH', base, { key: account.key, body: { project_id: project.project_id } });
    const uuid = parseIdentifier('prj', project.project_id) ?? '';
    const limited = await restrictedKey(api, account, { projectIds: [uuid] });
    const own = await listed(limited);
    const foreign = (await listed(account.key)).find(
      ({ delivery_id: id }) => !own.some((one) => one['delivery_id'] === id),
    );
    assert.equal(own.length, 1);
    const retried = await api.request('POST', `${base}/deliveries/${foreign?.['delivery_id']}/retry`, {
      key: limited,
    });
    assert.deepEqual([retried.status, retried.body.code], [404, 'delivery_not_found']);
    receiver.received.length = 0;
    receiver.behaviour = () => ({ status: 200 });
    await until('both have ended', async () =>
      (await listed(account.key)).every(({ status }) => status !== 'pending'),
    );
    assert.deepEqual(
      receiver.received.map(({ body }) => body.data['qr_code'].project_id),
      [project.project_id],
    );
  });

  test('a replay sends the events after one of them again, in order and with the same IDs', async () => {
    for (let nth = 0; nth < 5; nth++) await api.createQrCode(account, { label: `code ${nth}` });
    const { body: log } = await api.request('GET', '/v2/events?type=qr.created', { key: account.key });
    const { body: made } = await create({ types: ['qr.created'] });
    const answer = await api.request('POST', `${path}/${made.endpoint_id}/replay`, {
      key: account.key,
      body: { after: log.items[1].event_id },
    });
    assert.equal(answer.status, 202);
    await until('replayed', () => receiver.received.length === 3);
    assert.deepEqual(
      new Set(receiver.received.map(({ id }) => id)),
      new Set(log.items.slice(2).map(({ event_id }: { event_id: string }) => event_id)),
    );
  });

  test('a test event says that it is one, and is not in the log', async () => {
    const { body: made } = await create({ types: ['qr.updated'] });
    for (const type of ['qr.updated', 'project.archived', 'export.done', 'qr.scan']) {
      const answer = await api.request('POST', `${path}/${made.endpoint_id}/test`, {
        key: account.key,
        body: { type },
      });
      assert.equal(answer.status, 202);
      await until(type, () => receiver.received.some(({ body }) => body.type === type));
      const sent = receiver.received.find(({ body }) => body.type === type);
      assert.ok(sent);
      receiver.verify(sent, made.secret);
      assert.equal(sent.body.data['test'], true);
      assert.equal((await api.request('GET', `/v2/events/${sent.id}`, { key: account.key })).status, 404);
    }
    assert.ok(Array.isArray(receiver.received.at(-1)?.body.data['scans']));
  });

  test('a disabled endpoint takes none of it: 409', async () => {
    const { body: made } = await create({ enabled: false });
    assert.deepEqual([made.enabled, made.disabled_reason], [false, 'owner']);
    await api.createQrCode(account);
    const { body: log } = await api.request('GET', '/v2/events', { key: account.key });
    for (const [what, body] of [
      ['test', { type: 'qr.updated' }],
      ['replay', { after: log.items[0].event_id }],
    ] as const) {
      const answer = await api.request('POST', `${path}/${made.endpoint_id}/${what}`, {
        key: account.key,
        body,
      });
      assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
    }
  });
});
