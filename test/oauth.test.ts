import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as oauth from 'oauth4webapi';
import { operatorOf } from '#core/actor.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { KeyLimits } from '#core/key-input.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createOauthClient } from '#features/oauth/create-oauth-client.ts';
import { freePort } from './support/scratch/free-port.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;
let server: oauth.AuthorizationServer;
let made: { client: oauth.Client; secret: string; keyId: string };
const insecure = { [oauth.allowInsecureRequests]: true };

before(async () => {
  // The issuer is the address of the service, so its port must be known before it starts.
  const port = await freePort();
  api = await startTestApi({
    environment: { API_PORT: String(port), API_BASE_URL: `http://127.0.0.1:${port}` },
  });
  account = await api.createAccount({ plan: 'enterprise' });
  made = await makeClient();
  const issuer = new URL(api.url);
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
});
after(() => api.close());

async function makeClient(limits: Partial<KeyLimits> = {}, of = account) {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const whole: KeyLimits = { scopes: ['qr.write'], projectIds: null, expiresAt: null, ...limits };
  const { row, secret } = await createOauthClient(api.db, plans, operatorOf(of.uuid), 'Program', whole);
  return { client: { client_id: formatIdentifier('cli', row.key_id) }, secret, keyId: row.key_id };
}

/** A token, by a library that checks the response for everything that the standards demand. */
async function tokenOf({ client, secret } = made, parameters: Record<string, string> = {}) {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    parameters,
    insecure,
  );
  return oauth.processClientCredentialsResponse(server, client, response);
}

const read = (token: string, path = '/v1/qr-codes') =>
  fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } });

/** The raw token endpoint. */
async function ask(form: string | Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('a real OAuth client', () => {
  test('gets a token with its secret in the header or in the body, and uses it in /v1 and /v2', async () => {
    const token = await tokenOf();
    assert.deepEqual([token.token_type, token.expires_in, token.scope], ['bearer', 1_800, 'qr.write']);
    assert.equal((await read(token.access_token)).status, 200);
    assert.equal((await read(token.access_token, '/v2/account')).status, 200);
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      made.client,
      oauth.ClientSecretPost(made.secret),
      {},
      insecure,
    );
    const posted = await oauth.processClientCredentialsResponse(server, made.client, response);
    assert.equal((await read(posted.access_token)).status, 200);
  });

  test('gets fewer scopes if it asks for fewer, and is refused more', async () => {
    const { access_token: token, scope } = await tokenOf(made, { scope: 'qr.read' });
    assert.equal(scope, 'qr.read');
    const create = await fetch(`${api.url}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":"x"}',
    });
    assert.equal(create.status, 403);
    await assert.rejects(
      tokenOf(made, { scope: 'qr.read analytics.read' }),
      (error: oauth.ResponseBodyError) => {
        assert.equal(error.error, 'invalid_scope');
        return true;
      },
    );
  });

  test('revokes its token, which then stops within a second; an unknown token is no error', async () => {
    const { access_token: token } = await tokenOf();
    assert.equal((await read(token)).status, 200);
    const revoke = async (text: string) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(
          server,
          made.client,
          oauth.ClientSecretBasic(made.secret),
          text,
          insecure,
        ),
      );
    await revoke(token);
    const started = performance.now();
    while ((await read(token)).status !== 401) assert.ok(performance.now() - started < 1_000);
    await revoke(token);
    await revoke('never issued');
  });

  test('introspects its own tokens only', async () => {
    const { access_token: token } = await tokenOf();
    const introspect = async (of: typeof made) =>
      oauth.processIntrospectionResponse(
        server,
        of.client,
        await oauth.introspectionRequest(
          server,
          of.client,
          oauth.ClientSecretBasic(of.secret),
          token,
          insecure,
        ),
      );
    const own = await introspect(made);
    assert.deepEqual([own.active, own.scope, own.client_id], [true, 'qr.write', made.client.client_id]);
    assert.ok(Number(own.exp) - Number(own.iat) === 1_800);
    assert.deepEqual(await introspect(await makeClient()), { active: false });
  });
});

describe('the token endpoint has every error of RFC 6749 §5.2', () => {
  test('invalid_request: no grant, a repeated parameter, two ways to authenticate, not a form', async () => {
    const header = basic(made.client.client_id, made.secret);
    const grant = 'grant_type=client_credentials';
    for (const [form, headers] of [
      ['', header],
      [`${grant}&${grant}`, header],
      [`${grant}&client_id=${made.client.client_id}&client_secret=${made.secret}`, header],
      [`${grant}&client_id=cli_other`, header],
      [grant, { ...header, 'content-type': 'application/json' }],
    ] as const) {
      const { status, body } = await ask(form, headers);
      assert.deepEqual([status, body['error']], [400, 'invalid_request'], form);
    }
  });

  test('invalid_client: unknown, wrong secret, none at all, revoked; with the header that names the scheme', async () => {
    const grant = { grant_type: 'client_credentials' };
    const revoked = await makeClient();
    await sql`update api_keys set revoked_at = now() where key_id = ${revoked.keyId}`.execute(api.db);
    for (const headers of [
      basic('cli_00000000000000000000000000', made.secret),
      basic('nonsense', made.secret),
      basic(made.client.client_id, 'wrong'),
      basic(revoked.client.client_id, revoked.secret),
      { authorization: 'Basic %%%' },
      {},
    ]) {
      const { status, body, headers: sent } = await ask(grant, headers as Record<string, string>);
      assert.deepEqual([status, body['error']], [401, 'invalid_client'], JSON.stringify(headers));
      assert.match(sent.get('www-authenticate') ?? '', /^Basic /);
      assert.equal(sent.get('cache-control'), 'no-store');
    }
  });

  test('unsupported_grant_type, invalid_scope and unauthorized_client', async () => {
    const header = basic(made.client.client_id, made.secret);
    assert.equal((await ask({ grant_type: 'password' }, header)).body['error'], 'unsupported_grant_type');
    const scoped = { grant_type: 'client_credentials', scope: 'everything' };
    assert.equal((await ask(scoped, header)).body['error'], 'invalid_scope');
    const downgraded = await api.createAccount({ plan: 'enterprise' });
    const client = await makeClient({}, downgraded);
    await sql`update accounts set plan = 'pro' where account_id = ${downgraded.uuid}`.execute(api.db);
    const answer = await ask(
      { grant_type: 'client_credentials' },
      basic(client.client.client_id, client.secret),
    );
    assert.deepEqual([answer.status, answer.body['error']], [400, 'unauthorized_client']);
  });

  test('invalid_grant: the token of another client cannot be revoked', async () => {
    const other = await makeClient();
    const { access_token: token } = await tokenOf();
    const response = await fetch(`${api.url}/oauth/revoke`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...basic(other.client.client_id, other.secret),
      },
      body: `token=${token}`,
    });
    assert.deepEqual(
      [response.status, ((await response.json()) as { error: string }).error],
      [400, 'invalid_grant'],
    );
    assert.equal((await read(token)).status, 200);
  });
});

describe('tokens', () => {
  test('at most 100 per client: the oldest is revoked', async () => {
    const client = await makeClient();
    const first = (await tokenOf(client)).access_token;
    for (let nth = 0; nth < 99; nth++) await tokenOf(client);
    assert.equal((await read(first)).status, 200);
    await tokenOf(client);
    const started = performance.now();
    while ((await read(first)).status !== 401) assert.ok(performance.now() - started < 1_000);
    const { rows } = await sql<{
      tokens: number;
    }>`select count(*)::int as tokens from oauth_tokens where key_id = ${client.keyId}`.execute(api.db);
    assert.equal(rows[0]?.tokens, 100);
  });

  test('end with their client, and when they expire', async () => {
    const client = await makeClient();
    const { access_token: expiring } = await tokenOf(client);
    await sql`update oauth_tokens set expires_at = now() where key_id = ${client.keyId}`.execute(api.db);
    const { access_token: token } = await tokenOf(client);
    assert.equal((await read(expiring)).status, 401);
    assert.equal((await read(token)).status, 200);
    await sql`update api_keys set revoked_at = now() where key_id = ${client.keyId}`.execute(api.db);
    const started = performance.now();
    while ((await read(token)).status !== 401) assert.ok(performance.now() - started < 1_000);
  });

  test('share the rate limits of one key', async () => {
    const small = await api.createAccount({
      plan: 'enterprise',
      limits: { requests_per_second: 100, requests_per_minute: 7, requests_per_day: 100 },
    });
    const client = await makeClient({}, small);
    const tokens = [(await tokenOf(client)).access_token, (await tokenOf(client)).access_token];
    // Both token requests count too.
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth++) statuses.push((await read(tokens[nth % 2] ?? '')).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });

  test('are limited to the projects of their client, and their changes name the client', async () => {
    const projectId = parseIdentifier('prj', account.defaultProjectId) ?? assert.fail();
    const client = await makeClient({ projectIds: [projectId] });
    const { access_token: token } = await tokenOf(client);
    const { body: outside } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'x' },
    });
    const hidden = await api.createQrCode(account, { project_id: outside.project_id });
    assert.equal((await read(token, `/v1/qr-codes/${hidden.qr_id}`)).status, 404);
    const created = await fetch(`${api.url}/v1/qr-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"redirect_url":"https://example.com/"}',
    });
    assert.equal(created.status, 201);
    const { qr_id: qrId } = (await created.json()) as { qr_id: string };
    const { body } = await api.request('GET', `/v2/qr-codes/${qrId}/history`, { key: account.key });
    assert.deepEqual(body.items[0].actor, {
      kind: 'oauth_client',
      id: client.client.client_id,
      name: 'Program',
    });
  });

  test('in /v1 a key beside them wins; in /v2 both at once are refused', async () => {
    const { access_token: token } = await tokenOf();
    const both = { authorization: `Bearer ${token}`, 'x-api-key': 'wrong' };
    assert.equal((await fetch(`${api.url}/v1/qr-codes`, { headers: both })).status, 401);
    assert.equal((await fetch(`${api.url}/v2/account`, { headers: both })).status, 400);
    const none = await fetch(`${api.url}/v2/account`);
    assert.deepEqual([none.status, none.headers.get('www-authenticate')], [401, 'Bearer realm="waypost"']);
  });
});

test('a client is for plans that include OAuth, and counts as a key', async () => {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const pro = await api.createAccount({ plan: 'pro' });
  const entitlements = {
    plan: plans.get('pro') ?? assert.fail(),
    limits: (plans.get('pro') ?? assert.fail()).limits,
    apiAccess: true,
  };
  const member = {
    kind: 'member',
    accountId: pro.uuid,
    userId: 'u',
    role: 'owner',
    projects: new Map(),
    entitlements,
  } as const;
  const limits: KeyLimits = { scopes: ['qr.read'], projectIds: null, expiresAt: null };
  await assert.rejects(createOauthClient(api.db, plans, member, 'x', limits), { code: 'feature_disabled' });
  const capped = await api.createAccount({ plan: 'enterprise', limits: { api_keys: 2 } });
  await makeClient({}, capped);
  await assert.rejects(makeClient({}, capped), /already has 2 active keys and clients/);
});

test('failed token requests count against the address', async () => {
  let status = 0;
  for (let nth = 0; nth < 700 && status !== 429; nth++)
    status = (await ask({ grant_type: 'client_credentials' }, basic(made.client.client_id, 'wrong'))).status;
  assert.equal(status, 429);
});
