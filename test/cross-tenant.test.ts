import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openApiDocument } from './support/check-answer.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/test-api.ts';

let api: TestApi;
let mine: TestAccount;
let theirs: TestAccount;
let theirCode: string;
let theirSlug: string;
let theirToken: string;

before(async () => {
  api = await startTestApi();
  mine = await api.createAccount();
  theirs = await api.createAccount();
  theirCode = (await api.createQrCode(theirs)).qr_id;
  theirSlug = await api.publishQrCode(theirCode);
  await api.createQrCode(theirs);
  await api.createQrCode(mine);
  const page = await api.request('GET', '/v1/qr-codes?page_size=1', { key: theirs.key });
  theirToken = page.body.next_page_token;
});
after(() => api.close());

/** The answer as bytes, but for what names the request. */
async function raw(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(api.url + path, {
    method,
    headers: { 'x-api-key': mine.key, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return `${response.status} ${text.replace(/"request_id":"[^"]+"/, '"request_id":""')}`;
}

test('somebody else’s id is answered byte for byte like one that never existed, on every route that takes one', async () => {
  const unknownCode = 'qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
  const unknownProject = 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8';
  const routes: [string, string, (id: string) => [string, unknown?]][] = [
    ['GET /v1/qr-codes/{id}', 'code', (id) => [`/v1/qr-codes/${id}`]],
    ['PATCH /v1/qr-codes/{id}', 'code', (id) => [`/v1/qr-codes/${id}`, { label: 'Mine now' }]],
    ['PATCH /v1/qr-codes/{id}', 'code', (id) => [`/v1/qr-codes/${id}`, { status: 'archived' }]],
    [
      'PATCH /v1/qr-codes/{id}',
      'code',
      (id) => [`/v1/qr-codes/${id}`, { redirect_url: 'https://example.org/' }],
    ],
    ['GET /v1/qr-codes/find', 'slug', (slug) => [`/v1/qr-codes/find?slug=${slug}`]],
    ['GET /v1/qr-codes/by-slug', 'slug', (slug) => [`/v1/qr-codes/by-slug?slug=${slug}`]],
    ['GET /v1/qr-codes', 'project', (id) => [`/v1/qr-codes?project_id=${id}`]],
  ];
  const ids: Record<string, [string, string]> = {
    code: [theirCode, unknownCode],
    slug: [theirSlug, 'qr-000000000000'],
    project: [theirs.defaultProjectId, unknownProject],
  };
  for (const [route, kind, request] of routes) {
    const method = route.split(' ')[0] ?? '';
    const [foreign, unknown] = ids[kind] ?? ['', ''];
    const [foreignAnswer, unknownAnswer] = [
      await raw(method, ...request(foreign)),
      await raw(method, ...request(unknown)),
    ];
    assert.match(foreignAnswer, /^404 /, route);
    assert.equal(foreignAnswer, unknownAnswer, route);
  }
  const create = (id: string) =>
    raw('POST', '/v1/qr-codes', { redirect_url: 'https://example.com/', project_id: id });
  const [foreignProject, unknown] = [await create(theirs.defaultProjectId), await create(unknownProject)];
  assert.match(foreignProject, /^404 /);
  assert.equal(
    foreignProject.replaceAll(theirs.defaultProjectId, ''),
    unknown.replaceAll(unknownProject, ''),
  );

  const covered = new Set([
    ...routes.map(([route]) => route),
    'POST /v1/qr-codes',
    'GET /v1/projects',
    'POST /v1/projects',
  ]);
  for (const [path, methods] of Object.entries(openApiDocument.paths)) {
    for (const method of Object.keys(methods)) {
      assert.ok(covered.has(`${method.toUpperCase()} ${path}`), `${method} ${path} is not covered here`);
    }
  }
});

test('somebody else’s page token starts from my first page', async () => {
  const first = await raw('GET', '/v1/qr-codes');
  assert.equal(await raw('GET', `/v1/qr-codes?page_token=${theirToken}`), first);
});

test('nothing of theirs has changed', async () => {
  const { body } = await api.request('GET', `/v1/qr-codes/${theirCode}`, { key: theirs.key });
  assert.equal(body.label, 'Untitled');
  assert.equal(body.status, 'active');
  assert.equal(body.redirect_url, 'https://example.com/');
});

test('an operator’s message does not tell whose a project is', async () => {
  const foreign = await api.request('GET', `/v1/qr-codes?project_id=${theirs.defaultProjectId}`, {
    key: mine.key,
  });
  assert.ok(!JSON.stringify(foreign.body).includes(theirs.accountId));
});
