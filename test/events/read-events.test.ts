import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { restrictedKey } from '../support/scratch/restricted-key.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
before(async () => {
  api = await startTestApi();
});
after(() => api.close());
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
});

const read = (query = '', key = account.key, headers: Record<string, string> = {}) =>
  api.request('GET', `/v2/events${query}`, { key, headers });

const patch = (id: string, body: Record<string, unknown>) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body });

interface Event {
  event_id: string;
  type: string;
  data: { qr_code: Record<string, unknown>; previous?: Record<string, unknown>; actor: { kind: string } };
}
const typesOf = (items: Event[]) => items.map(({ type }) => type);

test('the log has the code after each change, the old values and who did it', async () => {
  const { qr_id: id } = await api.createQrCode(account, { label: 'first' });
  await patch(id, { label: 'second', redirect_url: 'https://example.org/' });
  const { body } = await read();
  const [created, changed, ...others] = (body.items as Event[]).filter(
    ({ data }) => data.qr_code !== undefined,
  );
  assert.deepEqual(others, []);
  assert.equal(created?.type, 'qr.created');
  assert.equal(created?.data.qr_code['label'], 'first');
  assert.equal(created?.data.previous, undefined);
  assert.equal(changed?.type, 'qr.updated');
  assert.equal(changed?.data.qr_code['label'], 'second');
  assert.deepEqual(changed?.data.previous, { label: 'first', redirect_url: 'https://example.com/' });
  assert.deepEqual(changed?.data.actor, { kind: 'api_key', id: formatIdentifier('key', account.keyId) });
  assert.ok(!('qr_data' in (changed?.data.qr_code ?? {})));
  const one = await api.request('GET', `/v2/events/${changed?.event_id}`, { key: account.key });
  assert.deepEqual(one.body.data, changed?.data);
});

test('the code in an event is that of v1 without content and design', async () => {
  const { qr_id: id } = await api.createQrCode(account, { scan_limit: 9, label: 'x' });
  await api.publishQrCode(id);
  const { body: code } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
  const { body } = await read('?type=qr.rendered');
  const leftOut = ['ok', 'version', 'request_id', 'qr_data', 'qr_render_metadata'];
  const expected = Object.entries(code).filter(([field]) => !leftOut.includes(field));
  assert.deepEqual(body.items[0].data.qr_code, Object.fromEntries(expected));
});

test('a reader that goes on after its last event gets everything once, page by page', async () => {
  for (let nth = 0; nth < 7; nth++) await api.createQrCode(account, { label: `code ${nth}` });
  const seen: string[] = [];
  let query = '?page_size=3';
  for (let hasMore = true; hasMore; ) {
    const { body } = await read(query);
    seen.push(...body.items.map(({ event_id }: Event) => event_id));
    hasMore = body.has_more;
    query = `?page_size=3&after=${body.next_after}`;
  }
  const { body } = await read('?page_size=100');
  assert.deepEqual(
    seen,
    body.items.map(({ event_id }: Event) => event_id),
  );
  assert.deepEqual(seen, seen.toSorted());
  assert.equal((await read(query)).body.items.length, 0);
});

describe('filters', () => {
  test('by type, code and project; a page without a match still goes on', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Other' },
    });
    const { qr_id: id } = await api.createQrCode(account, { project_id: project.project_id });
    const { qr_id: other } = await api.createQrCode(account);
    await patch(other, { label: 'changed' });
    assert.deepEqual(typesOf((await read('?type=qr.updated')).body.items), ['qr.updated']);
    const two = await read('?type=qr.updated&type=project.created');
    assert.deepEqual(new Set(typesOf(two.body.items)), new Set(['qr.updated', 'project.created']));
    assert.deepEqual(typesOf((await read(`?qr_id=${id}`)).body.items), ['qr.created']);
    assert.deepEqual(typesOf((await read(`?project_id=${project.project_id}`)).body.items), [
      'project.created',
      'qr.created',
    ]);
    const none = await read('?type=export.done');
    assert.deepEqual(none.body.items, []);
    assert.ok(none.body.next_after >= (await read('?page_size=100')).body.items.at(-1).event_id);
  });

  for (const [query, param] of [
    ['?type=qr.deleted', 'type'],
    ['?type=qr.scan', 'type'],
    ['?after=evt_1', 'after'],
    ['?after=qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D', 'after'],
    ['?since=1', 'since'],
  ])
    test(`${query} is refused because of ${param}`, async () => {
      const { status, body } = await read(query);
      assert.deepEqual([status, body.code, body.param], [400, 'invalid_request', param]);
    });

  test('unknown codes, projects and events are 404', async () => {
    const wrong = '01JD3Z8M2K5N7Q9S1V3X5Z7B9D';
    assert.equal((await read(`?qr_id=qrc_${wrong}`)).body.code, 'qr_not_found');
    assert.equal((await read(`?project_id=prj_${wrong}`)).body.code, 'project_not_found');
    const event = await api.request('GET', `/v2/events/evt_${wrong}`, { key: account.key });
    assert.deepEqual([event.status, event.body.code], [404, 'event_not_found']);
  });
});

test('an event that is older than the log is 410 cursor_expired', async () => {
  await api.createQrCode(account);
  // The first day that an ID can have.
  const old = formatIdentifier('evt', '00000000-0000-0001-0000-000000000000');
  await sql`select make_event_partitions('2020-01-01')`.execute(api.db);
  assert.equal((await read(`?after=${old}`)).status, 200);
  await sql`drop table events_20200101, webhook_deliveries_20200101, scan_groups_20200101`.execute(api.db);
  const { status, body } = await read(`?after=${old}`);
  assert.deepEqual([status, body.code, body.param], [410, 'cursor_expired', 'after']);
});

describe('a restricted key', () => {
  test('needs webhooks.write and qr.read', async () => {
    for (const [scopes, missing] of [
      [['qr.read'], 'webhooks.write'],
      [['webhooks.write'], 'qr.read'],
    ] as const) {
      const { status, body } = await read('', await restrictedKey(api, account, { scopes: [...scopes] }));
      assert.equal(status, 403);
      assert.match(body.message, new RegExp(`needs the scope ${missing}\\.`));
    }
  });

  test('that is limited to projects reads only their events', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Other' },
    });
    await api.createQrCode(account, { project_id: project.project_id });
    await api.createQrCode(account);
    const uuid = parseIdentifier('prj', project.project_id) ?? '';
    const key = await restrictedKey(api, account, { projectIds: [uuid] });
    const { body } = await read('', key);
    assert.deepEqual(typesOf(body.items), ['project.created', 'qr.created']);
    const all = await read('?page_size=100');
    const hidden = all.body.items.find(
      ({ event_id }: Event) => !body.items.some((seen: Event) => seen.event_id === event_id),
    );
    const one = await api.request('GET', `/v2/events/${hidden.event_id}`, { key });
    assert.equal(one.status, 404);
    const listed = await read(`?project_id=${account.defaultProjectId}`, key);
    assert.equal(listed.status, 404);
  });
});

describe('Prefer: wait', () => {
  const wait = async (query: string, seconds: number) => {
    const startedMs = performance.now();
    const answer = await read(query, account.key, { prefer: `wait=${seconds}` });
    return { ...answer, ms: performance.now() - startedMs };
  };

  test('holds an empty page until something happens', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const { next_after: after } = (await read('?page_size=100')).body;
    const waiting = wait(`?after=${after}`, 8);
    await sleep(400);
    await patch(id, { label: 'now' });
    const answer = await waiting;
    assert.deepEqual(typesOf(answer.body.items), ['qr.updated']);
    assert.equal(answer.headers.get('preference-applied'), 'wait=8');
    assert.ok(answer.ms > 350 && answer.ms < 3_000, `${answer.ms} ms`);
  });

  test('goes on waiting after an event that the filter leaves out', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const { next_after: after } = (await read('?page_size=100')).body;
    const waiting = wait(`?type=qr.archived&after=${after}`, 8);
    await sleep(300);
    await patch(id, { label: 'now' });
    await sleep(600);
    await patch(id, { status: 'archived' });
    assert.deepEqual(typesOf((await waiting).body.items), ['qr.archived']);
  });

  test('ends with an empty page when the time is over', async () => {
    const { next_after: after } = (await read('?page_size=100')).body;
    const answer = await wait(`?after=${after}`, 1);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.items, []);
    assert.ok(answer.ms >= 950, `${answer.ms} ms`);
  });
});
