import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startTcpProxy, type TcpProxy } from '../support/doubles/tcp-proxy.ts';
import { checkAnswer } from '../support/measure/check-answer.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { createTestDatabase, type TestDatabase, testServer } from '../support/scratch/test-database.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
});
after(() => api.close());

describe('404 not_found', () => {
  test('an unknown path gets the error envelope', async () => {
    const paths = [
      '/v1',
      '/v1/',
      '/v1/nope',
      '/v2/projects',
      '/v1/projects/',
      '/v1/projects/x',
      '//v1/projects',
      '/V1/projects',
    ];
    for (const path of [
      ...paths,
      '/%zz',
      '/v1/%ff',
      '/v1/projects%00',
      `/${'x'.repeat(3000)}`,
      '/.env',
      '/v1/../v1/nope',
    ]) {
      const { status, body } = await api.request('GET', path, { key: account.key });
      assert.equal(status, 404, path);
      assert.equal(body.code, 'not_found');
    }
  });
});

describe('404 and 405 have priority over the body', () => {
  test('an unknown path or wrong method is reported, whatever is sent to it', async () => {
    const sent = [{ rawBody: 'x'.repeat(100_000) }, { rawBody: '{', headers: { 'content-type': 'a/b/c' } }];
    for (const options of sent) {
      assert.equal((await api.request('PUT', '/v1/projects', options)).status, 405);
      assert.equal((await api.request('POST', '/v1/nope', options)).status, 404);
    }
  });
});

describe('405 method_not_allowed', () => {
  test('a wrong method is distinguished from an unknown path, with an Allow header', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'QUERY', 'PROPFIND', 'LINK']) {
      const { status, body, headers } = await api.request(method, '/v1/projects', { key: account.key });
      assert.equal(status, 405, method);
      assert.equal(body.code, 'method_not_allowed');
      assert.equal(headers.get('allow'), 'GET, HEAD, POST');
    }
  });
});

describe('what the API doesn’t have', () => {
  test('a QR code can not be deleted, and v1 has no analytics or exports', async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const deleted = await api.request('DELETE', `/v1/qr-codes/${id}`, { key: account.key });
    assert.equal(deleted.status, 405);
    assert.equal(deleted.headers.get('allow'), 'GET, HEAD, PATCH');
    for (const path of [`/v1/qr-codes/${id}/analytics`, '/v1/exports', '/v1/webhooks']) {
      assert.equal((await api.request('GET', path, { key: account.key })).status, 404, path);
    }
  });
});

describe('request ids', () => {
  test('every response has its own UUID v7 in the body and in x-request-id, whatever the request claims', async () => {
    const asked = '11111111-1111-4111-8111-111111111111';
    const answers = await Promise.all([
      api.request('GET', '/v1/projects', { key: account.key, headers: { 'x-request-id': asked } }),
      api.request('GET', '/v1/projects', { headers: { 'x-request-id': asked } }),
      api.request('GET', '/v1/nope', { headers: { 'request-id': asked } }),
      api.request('DELETE', '/v1/projects'),
      api.request('POST', '/v1/projects', { key: account.key, rawBody: '{' }),
    ]);
    const ids = answers.map(({ body }) => body.request_id);
    assert.equal(new Set([...ids, asked]).size, ids.length + 1);
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('order of checks', () => {
  test('key, then access, then body: the first failing check decides', async () => {
    const noAccess = await api.createAccount({ apiAccess: false });
    const broken = { rawBody: '{', headers: { 'content-type': 'text/plain', 'idempotency-key': '' } };
    assert.equal((await api.request('POST', '/v1/projects', broken)).status, 401);
    assert.equal((await api.request('POST', '/v1/projects', { ...broken, key: noAccess.key })).status, 403);
    const limited = await api.createAccount({ limits: { requests_per_minute: 1 } });
    await api.request('GET', '/v1/projects', { key: limited.key });
    assert.equal((await api.request('POST', '/v1/projects', { ...broken, key: limited.key })).status, 429);
  });

  test('idempotency has priority over the form of the body', async () => {
    const headers = { 'idempotency-key': 'order' };
    await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'First' }, headers });
    const { status } = await api.request('POST', '/v1/projects', { key: account.key, rawBody: '{', headers });
    assert.equal(status, 409);
  });
});

describe('our own failures', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let faulty: TestApi;
  let owner: TestAccount;

  before(async () => {
    database = await createTestDatabase();
    proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
    const url = new URL(database.url);
    url.port = String(proxy.port);
    faulty = await startTestApi({ databaseUrl: url.href });
    owner = await faulty.createAccount();
  });
  after(async () => {
    await faulty.close();
    await proxy.close();
    await database.drop();
  });

  test('503 service_unavailable with Retry-After while PostgreSQL is away, 200 when it is back', async () => {
    assert.equal((await faulty.request('GET', '/v1/projects', { key: owner.key })).status, 200);
    proxy.cut();
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: { name: 'x' } } : {};
      const answer = await faulty.request(method, '/v1/projects', { key: owner.key, ...body });
      assert.equal(answer.status, 503);
      assert.equal(answer.body.code, 'service_unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    }
    proxy.restore();
    assert.equal((await faulty.request('GET', '/v1/projects', { key: owner.key })).status, 200);
  });

  test('503 also if PostgreSQL is silent, and 200 once it responds again', {
    timeout: 40_000,
  }, async () => {
    proxy.freeze();
    const startedMs = Date.now();
    const answer = await faulty.request('GET', '/v1/projects', { key: owner.key });
    assert.equal(answer.status, 503);
    assert.ok(Date.now() - startedMs < 12_000);
    proxy.restore();
    assert.equal((await faulty.request('GET', '/v1/projects', { key: owner.key })).status, 200);
  });

  test('500 internal_error reveals nothing', async () => {
    await sql`alter table projects rename column description to gone`.execute(faulty.db);
    const { status, body } = await faulty.request('GET', '/v1/projects', { key: owner.key });
    assert.equal(status, 500);
    assert.equal(body.code, 'internal_error');
    assert.doesNotMatch(JSON.stringify(body), /description|column|select|at .*\.ts|node_modules/);
    assert.match(faulty.logged(), new RegExp(body.request_id));
    await sql`alter table projects rename column gone to description`.execute(faulty.db);
  });
});

describe('hostile connections', () => {
  test('input that is not HTTP, or has too large headers, gets the envelope too', async () => {
    const attempts: [string, number][] = [
      ['NOT HTTP\r\n\r\n', 400],
      ['GET /v1/projects HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
      [`GET /v1/projects HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      [
        'POST /v1/projects HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
        400,
      ],
      ['GET /v1/projects HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
      ['GET /v1/nope HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n', 404],
    ];
    for (const [bytes, expected] of attempts) {
      const answer = await sendBytes(bytes);
      assert.equal(answer.status, expected, bytes.slice(0, 40));
      checkAnswer('GET', '/broken', answer);
    }
  });

  test('a client that never finishes its headers is disconnected', { timeout: 15_000 }, async () => {
    const startedMs = Date.now();
    const answer = await sendBytes('GET /v1/projects HTTP/1.1\r\nhost: x\r\n');
    assert.equal(answer.status, 408);
    assert.ok(Date.now() - startedMs < 13_000);
  });
});

describe('headers of every answer', () => {
  test('no CORS header is ever sent, also to a preflight', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answers = [
      await api.request('OPTIONS', '/v1/projects', { headers: origin }),
      await api.request('GET', '/v1/projects', { key: account.key, headers: origin }),
    ];
    for (const { headers } of answers) {
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control')),
        [],
      );
    }
  });

  test('responses can’t be cached, framed, sniffed or run', async () => {
    const { headers } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(headers.get('x-powered-by'), null);
  });
});

async function sendBytes(bytes: string) {
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) };
}

describe('what an error says (D71)', () => {
  const send = (body: unknown, method = 'POST', path = '/v1/qr-codes') =>
    api.request(method, path, { key: account.key, body });

  test('param is the path of the field, and doc_url the page about the code', async () => {
    const rule = { condition: 'device', value: 'ios', url: 'https://example.com/' };
    const { body } = await send({
      redirect_url: 'https://example.com/',
      redirect_rules: [rule, { ...rule, url: 'ftp://x' }],
    });
    assert.equal(body.param, 'redirect_rules[1].url');
    assert.equal(body.doc_url, `${api.config.apiBaseUrl}/docs/guide/errors#invalid_request`);
    assert.equal('errors' in body, false);
    const unknown = await api.request('GET', '/v1/nope', { key: account.key });
    assert.deepEqual([unknown.body.param, unknown.body.code], [null, 'not_found']);
  });

  test('a body with several problems gets all of them, and the first as its message', async () => {
    const { status, body } = await send({
      name: 7,
      redirect_url: 'nope',
      scan_limit: 0,
      expires_at: 'soon',
      redirect_rules: [
        { condition: 'country', value: 'XX', url: 'x' },
        { condition: 'device', value: 'ios', url: 'https://example.com/', colour: 'red' },
      ],
      design: { width: 1, dot_style: 'hearts' },
    });
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map(({ param }: { param: string }) => param),
      [
        'name',
        'redirect_url',
        'redirect_rules[0].value',
        'redirect_rules[0].url',
        'redirect_rules[1].colour',
        'expires_at',
        'scan_limit',
        'design.width',
        'design.dot_style',
      ],
    );
    assert.deepEqual({ param: body.param, message: body.message }, body.errors[0]);
  });

  test('refusals after the form of the body name the field too', async () => {
    const missing = await send({ redirect_url: 'https://example.com/', project_id: 'prj_x' });
    assert.deepEqual([missing.body.code, missing.body.param], ['project_not_found', 'project_id']);
    const own = await send({ redirect_url: `${api.config.publicBaseUrl}/qr-234567892345` });
    assert.deepEqual([own.body.code, own.body.param], ['unsafe_url', 'redirect_url']);
    const starter = await api.createAccount({ plan: 'starter' });
    const limited = { redirect_url: 'https://example.com/', scan_limit: 5 };
    const { body } = await api.request('POST', '/v1/qr-codes', { key: starter.key, body: limited });
    assert.deepEqual([body.code, body.param], ['feature_disabled', 'scan_limit']);
    const text = await send({ type: 'text', text: 'x', redirect_url: 'https://example.com/' });
    assert.deepEqual([text.status, text.body.param], [400, 'redirect_url']);
  });

  test('a fixed path refuses other methods, even if the router could take it for an ID', async () => {
    for (const method of ['PATCH', 'DELETE', 'POST']) {
      const { status, headers } = await send({}, method, '/v1/qr-codes/find');
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'GET, HEAD', method);
    }
  });
});
