import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { makeApiKey } from '#core/api-key.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { apiKeyView } from '#features/api-keys/api-key-view.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
const plans = await loadPlanCatalogue('plans.json');

before(async () => {
  api = await startTestApi();
});
after(() => api.close());

const endpoints: [string, string][] = [
  ['GET', '/v1/projects'],
  ['POST', '/v1/projects'],
];

describe('401 unauthorized', () => {
  test('every endpoint refuses a request without a key', async () => {
    for (const [method, path] of endpoints) {
      const { status, body } = await api.request(method, path);
      assert.equal(status, 401);
      assert.equal(body.code, 'unauthorized');
    }
  });

  test('a key that was never issued is refused, well-formed or not', async () => {
    const wrong = [
      makeApiKey(randomBytes),
      'x',
      '',
      'api_live_',
      `api_live_${'a'.repeat(32)}`,
      'Bearer x',
      'a'.repeat(4000),
    ];
    for (const key of wrong) {
      const { status, body } = await api.request('GET', '/v1/projects', { key });
      assert.equal(status, 401, key);
      assert.equal(body.code, 'unauthorized');
    }
  });

  test('a key is accepted only in x-api-key', async () => {
    const { key } = await api.createAccount();
    const elsewhere = [
      await api.request('GET', '/v1/projects', { headers: { authorization: `Bearer ${key}` } }),
      await api.request('GET', `/v1/projects?x-api-key=${key}`),
      await api.request('GET', '/v1/projects', { headers: { cookie: `x-api-key=${key}` } }),
    ];
    for (const { status } of elsewhere) assert.equal(status, 401);
  });

  test('a revoked key is refused from its revocation on, and cannot be recovered', async () => {
    const account = await api.createAccount();
    assert.equal((await api.request('GET', '/v1/projects', { key: account.key })).status, 200);
    await revokeApiKey(api.db, account.keyId);
    await assert.rejects(
      api.db.updateTable('api_keys').set({ revoked_at: null }).where('key_id', '=', account.keyId).execute(),
      /cannot be recovered/,
    );
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { status, body } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(status, 401);
    assert.equal(body.code, 'unauthorized');
  });

  test('rotation: the new key works next to the old one, then the old one is revoked', async () => {
    const account = await api.createAccount();
    const successor = await createApiKey(api.db, plans, account.uuid, 'successor');
    for (const key of [account.key, successor.apiKey]) {
      assert.equal((await api.request('GET', '/v1/projects', { key })).status, 200);
    }
    await revokeApiKey(api.db, account.keyId);
    await new Promise((resolve) => setTimeout(resolve, 250));
    assert.equal((await api.request('GET', '/v1/projects', { key: account.key })).status, 401);
    assert.equal((await api.request('GET', '/v1/projects', { key: successor.apiKey })).status, 200);
  });
});

describe('403 api_access_disabled', () => {
  test('a valid key of an account without API access is refused, by plan or by switch', async () => {
    const accounts = [
      await api.createAccount({ plan: 'free' }),
      await api.createAccount({ plan: 'pro', apiAccess: false }),
    ];
    for (const { key } of accounts) {
      for (const [method, path] of endpoints) {
        const { status, body } = await api.request(method, path, { key });
        assert.equal(status, 403);
        assert.equal(body.code, 'api_access_disabled');
      }
    }
  });

  test('turning access on or off applies to the next requests', async () => {
    const account = await api.createAccount({ plan: 'free' });
    assert.equal((await api.request('GET', '/v1/projects', { key: account.key })).status, 403);
    await changeAccount(api.db, plans, account.uuid, { apiAccess: true });
    await new Promise((resolve) => setTimeout(resolve, 250));
    assert.equal((await api.request('GET', '/v1/projects', { key: account.key })).status, 200);
  });
});

describe('503 service_unavailable', () => {
  test('a malformed limit of an account refuses the request; it never means unlimited', async () => {
    for (const overrides of [
      '{"requests_per_minute": "lots"}',
      '{"requests_per_day": null}',
      '{"nope": 1}',
      '[]',
    ]) {
      const account = await api.createAccount();
      await api.db
        .updateTable('accounts')
        .set({ limit_overrides: overrides })
        .where('account_id', '=', account.uuid)
        .execute();
      const { status, body, headers } = await api.request('GET', '/v1/projects', { key: account.key });
      assert.equal(status, 503, overrides);
      assert.equal(body.code, 'service_unavailable');
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
  });

  test('so does a plan that is missing in the catalogue', async () => {
    const account = await api.createAccount();
    await api.db
      .updateTable('accounts')
      .set({ plan: 'gold' })
      .where('account_id', '=', account.uuid)
      .execute();
    const { status } = await api.request('GET', '/v1/projects', { key: account.key });
    assert.equal(status, 503);
  });
});

describe('keys at rest', () => {
  test('only a hash and a display prefix are stored, and every key record has the scope qr.write', async () => {
    const account = await api.createAccount();
    const [row] = await api.db
      .selectFrom('api_keys')
      .selectAll()
      .where('key_id', '=', account.keyId)
      .execute();
    assert.ok(row);
    assert.ok(
      !JSON.stringify({ ...row, key_hash: row.key_hash.toString('latin1') }).includes(account.key.slice(13)),
    );
    assert.equal(row.key_hash.length, 32);
    assert.equal(row.display_prefix, account.key.slice(0, 13));
    const [listed] = await listApiKeys(api.db, account.uuid, 10);
    assert.ok(listed);
    assert.equal(apiKeyView(listed).scope, 'qr.write');
    await assert.rejects(
      api.db.updateTable('api_keys').set({ scope: 'all' }).where('key_id', '=', account.keyId).execute(),
      /scope/,
    );
  });

  test('an account can have two live keys, an enterprise account ten; revoking one makes room', async () => {
    for (const [plan, cap] of [
      ['starter', 2],
      ['enterprise', 10],
    ] as const) {
      const account = await api.createAccount({ plan });
      for (let count = 1; count < cap; count++) await createApiKey(api.db, plans, account.uuid, `k${count}`);
      await assert.rejects(createApiKey(api.db, plans, account.uuid, 'one too many'), /Revoke one first/);
      await revokeApiKey(api.db, account.keyId);
      await createApiKey(api.db, plans, account.uuid, 'in its place');
    }
  });

  test('a key never reaches a log, wherever in a request it is', async () => {
    const { key } = await api.createAccount();
    await api.request('GET', `/v1/projects?key=${key}`, { key });
    await api.request('GET', `/v1/${key}`, { key });
    await api.request('GET', `/v1/${key.replaceAll('_', '%5F')}`, { key });
    await api.request('POST', '/v1/projects', {
      key,
      body: { name: key },
      headers: { 'idempotency-key': key },
    });
    await api.request('GET', '/v1/projects', {
      headers: { authorization: key, cookie: key, 'user-agent': key },
    });
    assert.ok(api.logged().includes('/v1/projects'));
    assert.ok(!api.logged().includes(key.slice(13)));
  });
});
