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

const create = (body: unknown) => api.request('POST', '/v1/projects', { key: account.key, body });

describe('201', () => {
  test('a project is created with its fields next to ok, version and request_id', async () => {
    const { status, body } = await create({ name: 'Spring', description: 'Posters' });
    assert.equal(status, 201);
    assert.equal(body.ok, true);
    assert.match(body.project_id, /^prj_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(body.name, 'Spring');
    assert.equal(body.description, 'Posters');
    assert.equal(body.is_default, false);
    assert.equal(body.has_custom_domain, false);
    assert.equal(body.created_via, 'api');
    for (const time of [body.created_at, body.updated_at])
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const list = await api.request('GET', '/v1/projects?page_size=1', { key: account.key });
    const { ok: _ok, version: _version, request_id: _id, ...project } = body;
    assert.deepEqual(list.body.items[0], project);
  });

  test('name and description are trimmed; a project without a description has the empty string', async () => {
    const { body } = await create({ name: '  Spring \n', description: '\t' });
    assert.equal(body.name, 'Spring');
    assert.equal(body.description, '');
  });

  test('lengths are counted in code points, after trimming', async () => {
    const name = '😀'.repeat(120);
    const description = 'é'.repeat(2_000);
    const { status, body } = await create({ name: `  ${name}  `, description: ` ${description} ` });
    assert.equal(status, 201);
    assert.equal(body.name, name);
    assert.equal(body.description, description);
  });

  test('unknown body fields are ignored', async () => {
    const rawBody =
      '{"name":"Grows","colour":"red","is_default":true,"project_id":"x","__proto__":{"name":"y"}}';
    const { status, body } = await api.request('POST', '/v1/projects', { key: account.key, rawBody });
    assert.equal(status, 201);
    assert.equal(body.name, 'Grows');
    assert.equal(body.is_default, false);
  });

  test('set_as_default makes it the only default project', async () => {
    const owner = await api.createAccount();
    const { body } = await api.request('POST', '/v1/projects', {
      key: owner.key,
      body: { name: 'New default', set_as_default: true },
    });
    assert.equal(body.is_default, true);
    const list = await api.request('GET', '/v1/projects', { key: owner.key });
    const defaults = list.body.items.filter((item: { is_default: boolean }) => item.is_default);
    assert.deepEqual(
      defaults.map((item: { project_id: string }) => item.project_id),
      [body.project_id],
    );
  });

  test('set_as_default false doesn’t move the default', async () => {
    const owner = await api.createAccount();
    await api.request('POST', '/v1/projects', {
      key: owner.key,
      body: { name: 'Plain', set_as_default: false },
    });
    const list = await api.request('GET', '/v1/projects', { key: owner.key });
    assert.equal(list.body.items.at(-1).is_default, true);
  });

  test('input comes back unchanged, in any script', async () => {
    for (const name of [
      'Ω ≈ ç',
      '日本語',
      "Robert'); drop table projects;--",
      '<script>alert(1)</script>',
      '👩‍👩‍👧‍👦',
      '%_\\',
    ]) {
      const { body } = await create({ name });
      assert.equal(body.name, name);
    }
  });

  test('a content type with parameters is JSON too', async () => {
    const { status } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Charset' },
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    });
    assert.equal(status, 201);
  });
});

describe('400 invalid_request names the field', () => {
  const wrong: [string, unknown, RegExp][] = [
    ['name is missing', {}, /^name /],
    ['name is null', { name: null }, /^name /],
    ['name is a number', { name: 5 }, /^name /],
    ['name is empty', { name: '' }, /^name /],
    ['name is blank', { name: ' \t ' }, /^name /],
    ['name is too long', { name: 'a'.repeat(121) }, /^name .* 121/],
    ['name has NUL', { name: 'a\0b' }, /^name /],
    ['name is half a character', { name: '\ud83d' }, /^name /],
    ['description is a number', { name: 'a', description: 5 }, /^description /],
    ['description is null', { name: 'a', description: null }, /^description /],
    ['description is too long', { name: 'a', description: 'a'.repeat(2_001) }, /^description /],
    ['set_as_default is text', { name: 'a', set_as_default: 'true' }, /^set_as_default /],
    ['set_as_default is a number', { name: 'a', set_as_default: 1 }, /^set_as_default /],
  ];
  for (const [title, body, message] of wrong) {
    test(title, async () => {
      const answer = await create(body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, 'invalid_request');
      assert.match(answer.body.message, message);
    });
  }

  test('a refused request creates nothing', async () => {
    const owner = await api.createAccount();
    await api.request('POST', '/v1/projects', { key: owner.key, body: { name: '', set_as_default: true } });
    const { body } = await api.request('GET', '/v1/projects', { key: owner.key });
    assert.equal(body.items.length, 1);
    assert.equal(body.items[0].is_default, true);
  });
});

describe('invalid_payload', () => {
  const send = (rawBody: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.request('POST', '/v1/projects', { key: account.key, rawBody, headers });

  test('400: a body that is not JSON, or not a JSON object', async () => {
    const bodies = [
      '',
      '{',
      '{"name":"a",}',
      'name=a',
      'null',
      '[]',
      '"a"',
      '5',
      '\ufeff{}x',
      new Uint8Array([0x7b, 0xff, 0x7d]),
    ];
    for (const rawBody of bodies) {
      const { status, body } = await send(rawBody);
      assert.equal(status, 400, String(rawBody));
      assert.equal(body.code, 'invalid_payload');
    }
  });

  test('400: no body at all', async () => {
    const { status, body } = await api.request('POST', '/v1/projects', { key: account.key });
    assert.equal(status, 400);
    assert.equal(body.code, 'invalid_payload');
  });

  test('415: another content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      '',
    ]) {
      const { status, body } = await send('{"name":"a"}', { 'content-type': type });
      assert.equal(status, 415, type);
      assert.equal(body.code, 'invalid_payload');
    }
  });

  test('413: a body of more than 64 KiB, and not one byte earlier', async () => {
    const padded = (bytes: number) => `{"name":"a","x":"${'x'.repeat(bytes - 19)}"}`;
    assert.equal(padded(65_536).length, 65_536);
    assert.equal((await send(padded(65_536))).status, 201);
    const { status, body } = await send(padded(65_537));
    assert.equal(status, 413);
    assert.equal(body.code, 'invalid_payload');
  });
});
