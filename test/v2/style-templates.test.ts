import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
});
after(() => api.close());

const path = '/v2/style-templates';
const design = { dot_style: 'rounded', foreground_color: '#112233' };
const send = (method: string, where: string, body?: unknown, headers = {}, key = account.key) =>
  api.request(method, where, { key, headers, ...(body !== undefined && { body }) });
const create = async (name: string, owner = account) =>
  (await send('POST', path, { name, design }, {}, owner.key)).body;

describe('a template', () => {
  test('is created, read, changed and deleted; codes keep their copy of its design', async () => {
    const made = await send('POST', path, { name: ' House style ', design });
    assert.equal(made.status, 201);
    const { template_id: id } = made.body;
    assert.match(id, /^tpl_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.partialDeepStrictEqual(made.body, { version: '2026-12-01-v2', name: 'House style', design });
    assert.equal(made.body.updated_at, made.body.created_at);
    const code = await api.createQrCode(account, { template_id: id });
    assert.partialDeepStrictEqual(code.qr_render_metadata, design);

    const read = await send('GET', `${path}/${id}`);
    assert.equal(read.headers.get('etag'), made.headers.get('etag'));
    const changed = await send('PATCH', `${path}/${id}`, { design: { eye_style: 'leaf' } });
    assert.deepEqual(changed.body.design, { eye_style: 'leaf' });
    assert.equal(changed.body.name, 'House style');
    assert.ok(changed.body.updated_at > made.body.updated_at);
    assert.equal((await send('PATCH', `${path}/${id}`, { design: null, name: 'Plain' })).body.name, 'Plain');
    assert.equal((await send('DELETE', `${path}/${id}`)).status, 200);
    assert.equal((await send('GET', `${path}/${id}`)).body.code, 'template_not_found');
    assert.equal((await send('DELETE', `${path}/${id}`)).body.code, 'template_not_found');
    const kept = await send('GET', `/v1/qr-codes/${code.qr_id}`);
    assert.partialDeepStrictEqual(kept.body.qr_render_metadata, design);
  });

  test('templates are listed newest first, in pages', async () => {
    const owner = await api.createAccount();
    for (const name of ['a', 'b', 'c']) await create(name, owner);
    const first = await send('GET', `${path}?page_size=2`, undefined, {}, owner.key);
    assert.deepEqual(
      first.body.items.map(({ name }: { name: string }) => name),
      ['c', 'b'],
    );
    const next = `${path}?page_size=2&page_token=${first.body.next_page_token}`;
    const second = await send('GET', next, undefined, {}, owner.key);
    assert.deepEqual(
      second.body.items.map(({ name }: { name: string }) => name),
      ['a'],
    );
    assert.equal(second.body.next_page_token, null);
    assert.equal((await send('GET', `${path}?page_size=-1`)).status, 200);
    assert.equal((await send('GET', `${path}?sort=name`)).body.param, 'sort');
  });

  test('has a name that is unique in its account', async () => {
    const { template_id: id } = await create('Unique');
    const again = await send('POST', path, { name: 'Unique', design });
    assert.deepEqual([again.status, again.body.code, again.body.param], [409, 'conflict', 'name']);
    const other = await create('Another');
    assert.equal((await send('PATCH', `${path}/${other.template_id}`, { name: 'Unique' })).status, 409);
    assert.equal((await send('PATCH', `${path}/${id}`, { name: 'Unique' })).status, 200);
    await create('Unique', await api.createAccount());
  });

  test('an account has at most 100, also if many are created at once', async () => {
    const owner = await api.createAccount();
    for (let count = 0; count < 95; count++) await create(`t${count}`, owner);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send('POST', path, { name: `x${index}`, design }, {}, owner.key),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 201).length, 5);
    assert.equal(results.filter(({ body }) => body.code === 'conflict').length, 7);
  });

  const refused: [body: unknown, param: string | null][] = [
    [{}, 'name'],
    [{ name: '', design }, 'name'],
    [{ name: 'x'.repeat(81), design }, 'name'],
    [{ name: 'x' }, 'design'],
    [{ name: 'x', design: { dots: 1 } }, 'design.dots'],
    [{ name: 'x', design: { foreground_color: '#ffffff' } }, 'design'],
    [{ name: 'x', design, colour: 'red' }, 'colour'],
  ];
  for (const [body, param] of refused)
    test(`${JSON.stringify(body).slice(0, 60)} is refused because of ${param}`, async () => {
      const { status, body: answer } = await send('POST', path, body);
      assert.deepEqual([status, answer.code, answer.param], [400, 'invalid_request', param]);
    });

  test('a change needs a field, and knows no others', async () => {
    const { template_id: id } = await create('To change');
    assert.equal((await send('PATCH', `${path}/${id}`, {})).status, 400);
    assert.equal((await send('PATCH', `${path}/${id}`, { names: 'x' })).body.param, 'names');
  });
});

describe('concurrent changes', () => {
  test('If-Match refuses to change or delete what somebody else changed; If-None-Match gives 304', async () => {
    const { template_id: id } = await create('Tagged');
    const first = await send('GET', `${path}/${id}`);
    const tag = first.headers.get('etag') ?? '';
    const known = await fetch(`${api.url}${path}/${id}`, {
      headers: { 'x-api-key': account.key, 'if-none-match': tag },
    });
    assert.equal(known.status, 304);
    const changed = await send('PATCH', `${path}/${id}`, { name: 'Tagged 2' }, { 'if-match': tag });
    assert.equal(changed.status, 200);
    for (const [method, body] of [
      ['PATCH', { name: 'Tagged 3' }],
      ['DELETE', undefined],
    ] as const) {
      const late = await send(method, `${path}/${id}`, body, { 'if-match': tag });
      assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'], method);
    }
    const fresh = changed.headers.get('etag') ?? '';
    assert.equal((await send('DELETE', `${path}/${id}`, undefined, { 'if-match': fresh })).status, 200);
  });

  test('POST and PATCH accept an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const once = await send('POST', path, { name: 'Once', design }, headers);
    const again = await send('POST', path, { name: 'Once', design }, headers);
    assert.equal(again.body.template_id, once.body.template_id);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.headers.get('etag'), once.headers.get('etag'));
    const where = `${path}/${once.body.template_id}`;
    const change = { 'idempotency-key': randomUUID(), 'if-match': once.headers.get('etag') ?? '' };
    const changed = await send('PATCH', where, { name: 'Once more' }, change);
    const repeated = await send('PATCH', where, { name: 'Once more' }, change);
    assert.equal(repeated.status, 200);
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
    assert.equal(repeated.body.updated_at, changed.body.updated_at);
    assert.equal((await send('PATCH', where, { name: 'Other' }, change)).body.code, 'idempotency_conflict');
  });
});

describe('the scan test', () => {
  const judge = (body: unknown) => send('POST', `${path}/judge`, body);

  test('passes a plain design, calls a poor one weak, and refuses one that phones can’t read, with reasons', async () => {
    const plain = await judge({ design: null });
    assert.equal(plain.status, 200);
    assert.deepEqual([plain.body.verdict, plain.body.findings], ['pass', []]);
    assert.ok(plain.body.score >= 80);
    const advised = await judge({ design: { quiet_zone: 1, eye_style: 'circle' } });
    assert.deepEqual(advised.body.findings.map(({ code }: { code: string }) => code).slice(0, 2), [
      'narrow_quiet_zone',
      'round_eyes',
    ]);
    const pale = await judge({ design: { foreground_color: '#eeeeee' } });
    assert.deepEqual([pale.body.verdict, pale.body.score], ['refused', null]);
    assert.equal(pale.body.findings[0].code, 'low_contrast');
    const inverted = await judge({ design: { foreground_color: '#ffffff', background_color: '#000000' } });
    assert.equal(inverted.body.findings[0].code, 'inverted_colors');
  });

  test('is that of the image: a sample link that doesn’t fit is refused', async () => {
    const long = `https://example.com/${'x'.repeat(2_000)}`;
    const { body } = await judge({ design: { width: 128 }, link: long });
    assert.deepEqual([body.verdict, body.score], ['refused', null]);
  });

  test('refuses requests that are not a design', async () => {
    for (const [body, param] of [
      [{}, 'design'],
      [{ design: { dots: 1 } }, 'design.dots'],
      [{ design: {}, link: 'nope' }, 'link'],
      [{ design: {}, text: 'x' }, 'text'],
    ] as const) {
      const answer = await judge(body);
      assert.deepEqual([answer.status, answer.body.param], [400, param]);
    }
  });
});
