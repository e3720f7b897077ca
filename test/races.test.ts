import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { scaled } from './support/proof-scale.ts';
import { startTestApi, type TestApi } from './support/test-api.ts';

const rounds = scaled(200, 4);
const parallel = 50;
const plans = await loadPlanCatalogue('plans.json');
let apis: TestApi[];

before(async () => {
  const first = await startTestApi();
  const shared = { databaseUrl: first.config.databaseUrl, redisKeyPrefix: first.config.redisKeyPrefix };
  apis = [first, await startTestApi(shared)];
});
after(async () => {
  for (const api of apis.toReversed()) await api.close();
});

/** Alternates between the processes. */
function apiFor(index: number): TestApi {
  const api = apis[index % apis.length];
  assert.ok(api);
  return api;
}

test(`${rounds} rounds of ${parallel} parallel set_as_default: exactly one default project, always`, async () => {
  const api = apiFor(0);
  const account = await api.createAccount();
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      const defaults = await api.db
        .selectFrom('projects')
        .select('project_id')
        .where('account_id', '=', account.uuid)
        .where('is_default', '=', true)
        .execute();
      assert.equal(defaults.length, 1, 'also for a reader in the middle of a round');
    }
  })();
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        apiFor(index).request('POST', '/v1/projects', {
          key: account.key,
          body: { name: `${round}-${index}`, set_as_default: true },
        }),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 201));
    const { body } = await api.request('GET', `/v1/projects?page_size=${parallel}`, { key: account.key });
    assert.equal(body.items.filter((item: { is_default: boolean }) => item.is_default).length, 1);
  }
  watching = false;
  await watcher;
});

test(`${rounds} rounds of parallel key creation at the cap: never above it`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await apiFor(0).createAccount({ plan: 'starter' });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        createApiKey(apiFor(index).db, plans, account.uuid, `k${index}`),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const live = await apiFor(0)
      .db.selectFrom('api_keys')
      .select('key_id')
      .where('account_id', '=', account.uuid)
      .where('revoked_at', 'is', null)
      .execute();
    assert.equal(live.length, 2);
  }
});

test(`${rounds} rounds of the same Idempotency-Key ${parallel} times in parallel: one project`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await apiFor(0).createAccount();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        apiFor(index).request('POST', '/v1/projects', { key: account.key, body: { name: 'Once' }, headers }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.project_id)).size, 1);
    const { body } = await apiFor(0).request('GET', '/v1/projects', { key: account.key });
    assert.equal(body.items.length, 2);
  }
});
