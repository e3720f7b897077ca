import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { purgeIdempotencyKeys } from '#features/idempotency/purge-idempotency-keys.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
});
after(() => api.close());

const create = (idempotencyKey: string, body: unknown, key = account.key) =>
  api.request('POST', '/v1/projects', { key, body, headers: { 'idempotency-key': idempotencyKey } });

async function countProjects(owner: TestAccount): Promise<number> {
  const { body } = await api.request('GET', '/v1/projects?page_size=100', { key: owner.key });
  return body.items.length;
}

describe('the same key and body', () => {
  test('repeats status and body of the first response with a new request_id, and creates nothing', async () => {
    const owner = await api.createAccount();
    const key = randomUUID();
    const first = await create(key, { name: 'Once' }, owner.key);
    const second = await create(key, { name: 'Once' }, owner.key);
    assert.equal(second.status, 201);
    assert.notEqual(second.body.request_id, first.body.request_id);
    assert.deepEqual({ ...second.body, request_id: '' }, { ...first.body, request_id: '' });
    assert.equal(JSON.stringify(Object.keys(second.body)), JSON.stringify(Object.keys(first.body)));
    assert.equal(await countProjects(owner), 2);
  });

  test('is remembered for 24 hours, then the key is free again', async () => {
    const owner = await api.createAccount();
    const key = randomUUID();
    const first = await create(key, { name: 'Once' }, owner.key);
    await age(key, '23 hours 59 minutes');
    assert.equal((await create(key, { name: 'Once' }, owner.key)).body.project_id, first.body.project_id);
    await age(key, '24 hours');
    const again = await create(key, { name: 'Other body' }, owner.key);
    assert.equal(again.status, 201);
    assert.notEqual(again.body.project_id, first.body.project_id);
    assert.equal(
      (await create(key, { name: 'Other body' }, owner.key)).body.project_id,
      again.body.project_id,
    );
  });

  test('a concurrent duplicate waits for the first and gets its response', async () => {
    const owner = await api.createAccount();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(key, { name: 'Once' }, owner.key)),
    );
    assert.equal(new Set(answers.map(({ body }) => body.project_id)).size, 1);
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal(await countProjects(owner), 2);
  });

  test('a duplicate whose first request takes longer than 5 s is told to retry', {
    timeout: 20_000,
  }, async () => {
    const key = randomUUID();
    const release = Promise.withResolvers<void>();
    const holding = api.db.transaction().execute(async (tx) => {
      await sql`insert into idempotency_keys (account_id, method, path, key, body_hash)
        values (${account.uuid}, 'POST', '/v1/projects', ${key}, sha256('x'))`.execute(tx);
      await release.promise;
    });
    await sleep(100);
    const startedMs = Date.now();
    const { status, body, headers } = await create(key, { name: 'Waits' });
    assert.equal(status, 409);
    assert.equal(body.code, 'idempotency_conflict');
    assert.equal(headers.get('retry-after'), '1');
    assert.ok(Date.now() - startedMs >= 4_900 && Date.now() - startedMs < 7_000);
    release.resolve();
    await holding;
  });
});

describe('409 idempotency_conflict', () => {
  test('a different body with the same key is refused, even if only a space differs', async () => {
    const key = randomUUID();
    await create(key, { name: 'One' });
    const other = await create(key, { name: 'Two' });
    assert.equal(other.status, 409);
    assert.equal(other.body.code, 'idempotency_conflict');
    const spaced = await api.request('POST', '/v1/projects', {
      key: account.key,
      rawBody: '{"name": "One"}',
      headers: { 'idempotency-key': key },
    });
    assert.equal(spaced.status, 409);
  });
});

describe('what is not stored', () => {
  test('an error: the same key may be used for the corrected request', async () => {
    const key = randomUUID();
    assert.equal((await create(key, { name: '' })).status, 400);
    assert.equal((await create(key, { name: 'Right' })).status, 201);
  });

  test('another account may use the same key for its own request', async () => {
    const other = await api.createAccount();
    const key = randomUUID();
    const mine = await create(key, { name: 'Mine' });
    const theirs = await create(key, { name: 'Theirs' }, other.key);
    assert.equal(theirs.status, 201);
    assert.notEqual(theirs.body.project_id, mine.body.project_id);
  });
});

describe('the key itself', () => {
  test('has 1 to 255 characters, otherwise 400 names the header', async () => {
    assert.equal((await create('k'.repeat(255), { name: 'Long' })).status, 201);
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await create(key, { name: 'x' });
      assert.equal(status, 400);
      assert.equal(body.code, 'invalid_request');
      assert.match(body.message, /Idempotency-Key/);
    }
  });
});

describe('maintenance', () => {
  test('expired keys are removed, others stay', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const key of [old, young]) await create(key, { name: 'Upkeep' });
    await age(old, '25 hours');
    assert.ok((await purgeIdempotencyKeys(api.db)) >= 1);
    const left = await api.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'in', [old, young])
      .execute();
    assert.deepEqual(left, [{ key: young }]);
  });
});

async function age(key: string, by: string): Promise<void> {
  await sql`update idempotency_keys set created_at = now() - ${by}::interval where key = ${key}`.execute(
    api.db,
  );
}
