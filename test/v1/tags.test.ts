import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
});
after(() => api.close());

const send = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { key: account.key, ...(body !== undefined && { body }) });
const create = (tags: unknown) =>
  send('POST', '/v1/qr-codes', { name: 'Tagged', redirect_url: 'https://example.com/', tags });

describe('tags', () => {
  test('are trimmed, and unique without regard to letter case: the first spelling counts', async () => {
    const { status, body } = await create([' Berlin ', 'berlin', 'Menu']);
    assert.equal(status, 201);
    assert.deepEqual(body.tags, ['Berlin', 'Menu']);
    assert.deepEqual((await send('GET', `/v1/qr-codes/${body.qr_id}`)).body.tags, ['Berlin', 'Menu']);
  });

  test('are an empty list if none are sent, in every shape of a code', async () => {
    const { body } = await send('POST', '/v1/qr-codes', { redirect_url: 'https://example.com/plain' });
    assert.deepEqual(body.tags, []);
    const { items } = (await send('GET', '/v1/qr-codes')).body;
    assert.ok(items.every(({ tags }: { tags: unknown }) => Array.isArray(tags)));
  });

  const refused: Record<string, [unknown, string]> = {
    'a text': ['Berlin', 'tags'],
    'a number in the list': [[1], 'tags[0]'],
    'an empty tag': [['ok', '  '], 'tags[1]'],
    'a tag of 51 characters': [['x'.repeat(51)], 'tags[0]'],
    '21 tags': [Array.from({ length: 21 }, (_, index) => `tag ${index}`), 'tags'],
  };
  for (const [name, [tags, param]] of Object.entries(refused))
    test(`are refused: ${name}`, async () => {
      const { status, body } = await create(tags);
      assert.deepEqual([status, body.code, body.param], [400, 'invalid_request', param]);
    });

  test('20 tags of 50 characters in any script are accepted', async () => {
    const tags = Array.from(
      { length: 20 },
      (_, index) => `${'タ'.repeat(48)}${String(index).padStart(2, '0')}`,
    );
    assert.deepEqual((await create(tags)).body.tags, tags);
  });

  test('a change replaces all of them; null and an empty list remove them', async () => {
    const { qr_id: id } = (await create(['One'])).body;
    const change = async (tags: unknown) => (await send('PATCH', `/v1/qr-codes/${id}`, { tags })).body.tags;
    assert.deepEqual(await change(['Two', 'Three']), ['Two', 'Three']);
    assert.deepEqual(await change(null), []);
    await change(['Four']);
    assert.deepEqual(await change([]), []);
  });

  test('bulk requests create and change them', async () => {
    const made = await send('POST', '/v2/qr-codes/bulk', {
      items: [{ redirect_url: 'https://example.com/a', tags: ['Bulk'] }],
    });
    const id = made.body.results[0].qr_code.qr_id;
    assert.deepEqual(made.body.results[0].qr_code.tags, ['Bulk']);
    const changed = await send('PATCH', '/v2/qr-codes/bulk', { qr_ids: [id], change: { tags: ['Changed'] } });
    assert.deepEqual(changed.body.results[0].qr_code.tags, ['Changed']);
  });

  test('filter lists: codes that have all of them, in any letter case', async () => {
    const both = (await create(['Filter A', 'Filter, B'])).body.qr_id;
    const one = (await create(['filter a'])).body.qr_id;
    const list = async (query: string) =>
      (await send('GET', `/v1/qr-codes?${query}`)).body.items.map(({ qr_id }: { qr_id: string }) => qr_id);
    assert.deepEqual(await list('tag=FILTER%20A'), [one, both]);
    assert.deepEqual(await list('tag=filter+a&tag=filter%2C+b'), [both]);
    assert.deepEqual(await list('tag[]=filter+a&tag[]=filter%2C+b'), [both]);
    assert.deepEqual(await list('tag=unknown'), []);
    assert.deepEqual(await list('tag=filter+a&label_contains=tagged'), [one, both]);
  });

  test('a page token of a list with tags is worthless with others', async () => {
    await create(['Paged']);
    await create(['Paged']);
    const first = (await send('GET', '/v1/qr-codes?tag=paged&page_size=1')).body;
    const next = async (query: string) =>
      (await send('GET', `/v1/qr-codes?${query}&page_size=1&page_token=${first.next_page_token}`)).body
        .items[0].qr_id;
    assert.notEqual(await next('tag=paged'), first.items[0].qr_id);
    assert.equal(await next('tag=paged&tag=Paged'), first.items[0].qr_id);
  });

  test('a change of tags is in the history, can be reverted, and has an event', async () => {
    const { qr_id: id } = (await create(['Old'])).body;
    await send('PATCH', `/v1/qr-codes/${id}`, { tags: ['New'] });
    const history = (await send('GET', `/v2/qr-codes/${id}/history`)).body.items;
    assert.deepEqual(history[0].changes, [{ field: 'tags', before: ['Old'], after: ['New'] }]);
    const reverted = await send('POST', `/v2/qr-codes/${id}/revert`, { change_id: history[0].change_id });
    assert.deepEqual(reverted.body.tags, ['Old']);
    const events = (await send('GET', `/v2/events?qr_id=${id}`)).body.items;
    const updated = events.find(({ type }: { type: string }) => type === 'qr.updated');
    assert.deepEqual(updated.data.previous, { tags: ['Old'] });
    assert.deepEqual(updated.data.qr_code.tags, ['New']);
  });

  test('a tag is part of what If-Match compares', async () => {
    const { body, headers } = await create(['Tag']);
    await send('PATCH', `/v1/qr-codes/${body.qr_id}`, { tags: ['Other'] });
    const stale = await api.request('PATCH', `/v1/qr-codes/${body.qr_id}`, {
      key: account.key,
      body: { label: 'Late' },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    assert.equal(stale.status, 412);
  });
});
