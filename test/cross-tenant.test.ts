import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { openApiDocument } from './support/measure/check-answer.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let mine: TestAccount;
let theirs: TestAccount;
let theirCode: string;
let theirSlug: string;
let theirChange: string;
let theirTemplate: string;
let theirExport: string;
const later = new Date(Date.now() + 86_400_000).toISOString();
let theirPlan: string;
let theirEvent: string;
let theirEndpoint: string;
let theirDelivery: string;
let myEndpoint: string;

before(async () => {
  api = await startTestApi();
  mine = await api.createAccount({ plan: 'enterprise' });
  theirs = await api.createAccount({ plan: 'enterprise' });
  theirCode = (await api.createQrCode(theirs)).qr_id;
  theirSlug = await api.publishQrCode(theirCode);
  await api.createQrCode(theirs);
  const { body } = await api.request('GET', `/v2/qr-codes/${theirCode}/history`, { key: theirs.key });
  theirChange = body.items[0].change_id;
  const template = { name: 'Theirs', design: {} };
  const made = await api.request('POST', '/v2/style-templates', { key: theirs.key, body: template });
  theirTemplate = made.body.template_id;
  const exported = await api.request('POST', '/v2/exports', {
    key: theirs.key,
    body: { kind: 'qr_codes', format: 'csv' },
  });
  theirExport = exported.body.export_id;
  const hook = { url: 'https://example.com/hooks' };
  const endpoint = await api.request('POST', '/v2/webhook-endpoints', { key: theirs.key, body: hook });
  theirEndpoint = endpoint.body.endpoint_id;
  const tested = await api.request('POST', `/v2/webhook-endpoints/${theirEndpoint}/test`, {
    key: theirs.key,
    body: { type: 'qr.updated' },
  });
  theirDelivery = tested.body.delivery_id;
  const ours = await api.request('POST', '/v2/webhook-endpoints', { key: mine.key, body: hook });
  myEndpoint = ours.body.endpoint_id;
  const planned = await api.request('POST', '/v2/planned-changes', {
    key: theirs.key,
    body: { qr_ids: [theirCode], change: { label: 'Theirs' }, apply_at: later },
  });
  theirPlan = planned.body.plan_id;
  const events = await api.request('GET', '/v2/events', { key: theirs.key });
  theirEvent = events.body.items[0].event_id;
  await api.createQrCode(mine);
});
after(() => api.close());

/** The response as bytes, without the request ID. */
async function raw(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(api.url + path, {
    method,
    headers: { 'x-api-key': mine.key, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return `${response.status} ${text.replace(/"request_id":"[^"]+"/, '"request_id":""')}`;
}

test('an ID of another account gets the same response as an unknown one, byte for byte, on every route', async () => {
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
    ['GET /v2/qr-codes/{id}/history', 'code', (id) => [`/v2/qr-codes/${id}/history`]],
    ['GET /v2/qr-codes/{id}/scans', 'code', (id) => [`/v2/qr-codes/${id}/scans`]],
    ['GET /v2/qr-codes/{id}/print-advice', 'code', (id) => [`/v2/qr-codes/${id}/print-advice`]],
    ['GET /v2/qr-codes/{id}/image', 'code', (id) => [`/v2/qr-codes/${id}/image?format=pdf`]],
    [
      'POST /v2/qr-codes/{id}/revert',
      'code',
      (id) => [`/v2/qr-codes/${id}/revert`, { change_id: theirChange }],
    ],
    ['GET /v2/projects/{id}/history', 'project', (id) => [`/v2/projects/${id}/history`]],
    ['GET /v1/qr-codes', 'project', (id) => [`/v1/qr-codes?project_id=${id}`]],
    ...Object.keys(openApiDocument.paths)
      .filter((path) => path.startsWith('/v2/analytics/'))
      .map((path): [string, string, (id: string) => [string]] => [
        `GET ${path}`,
        path.includes('/projects/') ? 'project' : 'code',
        (id) => [path.replace('{id}', id)],
      ]),
    ['POST /v2/label-sheets', 'code', (id) => ['/v2/label-sheets', { qr_ids: [id], sheet: 'l7160' }]],
    [
      'POST /v2/qr-codes/bulk',
      'project',
      (id) => [
        '/v2/qr-codes/bulk',
        { items: [{ redirect_url: 'https://example.com/', project_id: id }], atomic: true },
      ],
    ],
    [
      'PATCH /v2/qr-codes/bulk',
      'code',
      (id) => ['/v2/qr-codes/bulk', { qr_ids: [id], change: { label: 'Mine' }, atomic: true }],
    ],
    ['GET /v2/webhook-endpoints/{id}', 'endpoint', (id) => [`/v2/webhook-endpoints/${id}`]],
    [
      'PATCH /v2/webhook-endpoints/{id}',
      'endpoint',
      (id) => [`/v2/webhook-endpoints/${id}`, { enabled: false }],
    ],
    ['DELETE /v2/webhook-endpoints/{id}', 'endpoint', (id) => [`/v2/webhook-endpoints/${id}`]],
    [
      'GET /v2/webhook-endpoints/{id}/deliveries',
      'endpoint',
      (id) => [`/v2/webhook-endpoints/${id}/deliveries`],
    ],
    [
      'POST /v2/webhook-endpoints/{id}/rotate-secret',
      'endpoint',
      (id) => [`/v2/webhook-endpoints/${id}/rotate-secret`, { expires_in: 0 }],
    ],
    [
      'POST /v2/webhook-endpoints/{id}/test',
      'endpoint',
      (id) => [`/v2/webhook-endpoints/${id}/test`, { type: 'qr.updated' }],
    ],
    [
      'POST /v2/webhook-endpoints/{id}/replay',
      'endpoint',
      (id) => [`/v2/webhook-endpoints/${id}/replay`, { after: theirEvent }],
    ],
    [
      'POST /v2/webhook-endpoints/{id}/deliveries/{delivery_id}/retry',
      'delivery',
      (id) => [`/v2/webhook-endpoints/${myEndpoint}/deliveries/${id}/retry`, {}],
    ],
    [
      'POST /v2/webhook-endpoints',
      'project',
      (id) => ['/v2/webhook-endpoints', { url: 'https://example.com/', project_id: id }],
    ],
    ['GET /v2/events/{id}', 'event', (id) => [`/v2/events/${id}`]],
    ['GET /v2/events', 'code', (id) => [`/v2/events?qr_id=${id}`]],
    ['GET /v2/events', 'project', (id) => [`/v2/events?project_id=${id}`]],
    [
      'POST /v2/planned-changes',
      'code',
      (id) => ['/v2/planned-changes', { qr_ids: [id], change: { label: 'Mine' }, apply_at: later }],
    ],
    ['POST /v2/rehearsals', 'code', (id) => ['/v2/rehearsals', { qr_ids: [id], change: { scan_limit: 5 } }]],
    ['GET /v2/qr-codes/{id}/watch', 'code', (id) => [`/v2/qr-codes/${id}/watch`]],
    ['PUT /v2/qr-codes/{id}/watch', 'code', (id) => [`/v2/qr-codes/${id}/watch`, { scans: true }]],
    ['DELETE /v2/qr-codes/{id}/watch', 'code', (id) => [`/v2/qr-codes/${id}/watch`]],
    ['GET /v2/planned-changes/{id}', 'plan', (id) => [`/v2/planned-changes/${id}`]],
    ['PATCH /v2/planned-changes/{id}', 'plan', (id) => [`/v2/planned-changes/${id}`, { name: 'Mine' }]],
    ['DELETE /v2/planned-changes/{id}', 'plan', (id) => [`/v2/planned-changes/${id}`]],
    ['GET /v2/exports/{id}', 'export', (id) => [`/v2/exports/${id}`]],
    ['DELETE /v2/exports/{id}', 'export', (id) => [`/v2/exports/${id}`]],
    [
      'POST /v2/exports',
      'project',
      (id) => ['/v2/exports', { kind: 'qr_codes', format: 'csv', project_id: id }],
    ],
    ['GET /v2/style-templates/{id}', 'template', (id) => [`/v2/style-templates/${id}`]],
    ['PATCH /v2/style-templates/{id}', 'template', (id) => [`/v2/style-templates/${id}`, { name: 'Mine' }]],
    ['DELETE /v2/style-templates/{id}', 'template', (id) => [`/v2/style-templates/${id}`]],
    [
      'POST /v1/qr-codes',
      'template',
      (id) => ['/v1/qr-codes', { redirect_url: 'https://example.com/', template_id: id }],
    ],
  ];
  const ids: Record<string, [string, string]> = {
    code: [theirCode, unknownCode],
    slug: [theirSlug, 'qr-000000000000'],
    project: [theirs.defaultProjectId, unknownProject],
    export: [theirExport, 'exp_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
    endpoint: [theirEndpoint, 'whe_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
    delivery: [theirDelivery, 'dlv_000000000J00G4TSRZ6JQAR9XR'],
    event: [theirEvent, 'evt_000000000J00G4TSRZ6JQAR9XR'],
    plan: [theirPlan, 'pln_000000000J00G4TSRZ6JQAR9XR'],
    template: [theirTemplate, 'tpl_01JD3Z5T9GQ4R6W8Y0A2C4E6G8'],
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
  assert.equal(foreignProject, unknown);

  const covered = new Set([
    ...routes.map(([route]) => route),
    'POST /v1/qr-codes',
    'GET /v1/projects',
    'GET /v2/account',
    'POST /v1/projects',
    'GET /v2/exports',
    'GET /v2/planned-changes',
    'GET /v2/webhook-endpoints',
    'GET /v2/style-templates',
    'POST /v2/style-templates',
    'POST /v2/style-templates/judge',
  ]);
  for (const [path, methods] of Object.entries(openApiDocument.paths)) {
    for (const method of Object.keys(methods)) {
      assert.ok(covered.has(`${method.toUpperCase()} ${path}`), `${method} ${path} is not covered here`);
    }
  }
});

test('a page token of another account starts from my first page, with or without filters', async () => {
  for (const path of [
    '/v1/qr-codes?',
    '/v1/qr-codes?status=active&',
    `/v1/qr-codes?project_id=${mine.defaultProjectId}&`,
  ]) {
    const theirPath = path.replace(mine.defaultProjectId, theirs.defaultProjectId);
    const theirPage = await api.request('GET', `${theirPath}page_size=1`, { key: theirs.key });
    const first = await raw('GET', path);
    assert.equal(await raw('GET', `${path}page_token=${theirPage.body.next_page_token}`), first, path);
  }
  await api.request('POST', '/v1/projects', { key: theirs.key, body: { name: 'Second' } });
  const projects = await api.request('GET', '/v1/projects?page_size=1', { key: theirs.key });
  assert.equal(
    await raw('GET', `/v1/projects?page_token=${projects.body.next_page_token}`),
    await raw('GET', '/v1/projects'),
  );
});

test('a code or project of another account can’t be distinguished from an unknown one in any state', async () => {
  const unknown = await raw('GET', '/v1/qr-codes/qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8');
  const text = (await api.createQrCode(theirs, { type: 'text', text: 'Theirs' })).qr_id;
  const archived = (await api.createQrCode(theirs)).qr_id;
  await api.request('PATCH', `/v1/qr-codes/${archived}`, { key: theirs.key, body: { status: 'archived' } });
  const blocked = (await api.createQrCode(theirs)).qr_id;
  await setQrCodeBlocked(api.db, parseIdentifier('qrc', blocked) ?? '', true);
  const changes = [
    { status: 'active' },
    { status: 'archived' },
    { redirect_url: 'https://example.org/' },
    { scan_limit: 1 },
  ];
  for (const id of [theirCode, text, archived, blocked]) {
    assert.equal(await raw('GET', `/v1/qr-codes/${id}`), unknown);
    for (const change of changes) assert.equal(await raw('PATCH', `/v1/qr-codes/${id}`, change), unknown);
  }
  await setProjectArchived(api.db, parseIdentifier('prj', theirs.defaultProjectId) ?? '', true);
  const body = { redirect_url: 'https://example.com/', project_id: theirs.defaultProjectId };
  assert.match(await raw('POST', '/v1/qr-codes', body), /^404 .*project_not_found/);
  await setProjectArchived(api.db, parseIdentifier('prj', theirs.defaultProjectId) ?? '', false);
});

test('an Idempotency-Key of another account has no effect on mine', async () => {
  const headers = { 'idempotency-key': 'shared by chance' };
  const body = { redirect_url: 'https://example.com/' };
  const [first, second] = [
    await api.request('POST', '/v1/qr-codes', { key: theirs.key, body, headers }),
    await api.request('POST', '/v1/qr-codes', { key: mine.key, body, headers }),
  ];
  assert.equal(second.status, 201);
  assert.notEqual(second.body.qr_id, first.body.qr_id);
  assert.equal(second.body.project_id, mine.defaultProjectId);
});

test('nothing of the other account has changed', async () => {
  const { body } = await api.request('GET', `/v1/qr-codes/${theirCode}`, { key: theirs.key });
  assert.equal(body.label, 'Untitled');
  assert.equal(body.status, 'active');
  assert.equal(body.redirect_url, 'https://example.com/');
});
