import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeSafetyRule } from '#features/url-safety/operator/change-safety-rule.ts';
import { parseRuleTarget } from '#features/url-safety/operator/rule-target.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { sendRequest, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestSafety, type TestSafety, untilIdle } from '../support/scratch/test-safety.ts';

const rounds = scaled(1_000, 40);
const writers = 6;

let safety: TestSafety;
let second: TestApi;
let account: TestAccount;

before(async () => {
  safety = await startTestSafety();
  account = await safety.api.createAccount();
  const { databaseUrl, redisKeyPrefix } = safety.api.config;
  second = await startTestApi({ databaseUrl, redisKeyPrefix, environment: safety.webRisk.environment });
});
after(async () => {
  await second.close();
  await safety.close();
});

const block = (host: string) =>
  changeSafetyRule(safety.api.db, parseRuleTarget(host), { action: 'block', reason: '' });
const create = (url: string, headers: Record<string, string> = {}) =>
  safety.api.request('POST', '/v1/qr-codes', { key: account.key, headers, body: { redirect_url: url } });
const activeTo = async (host: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from qr_codes
    where status = 'active' and redirect_url like ${`%${host}%`}`.execute(safety.api.db);
  return rows[0]?.count;
};

/** True while a transaction waits for the lock of a list change. */
async function isLockAwaited(): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and objid = 7201613 and not granted`.execute(safety.api.db);
  return rows[0]?.waiting === 1;
}

describe('a list that changes between a check and its commit', () => {
  test('before the transaction relies on it: the code is checked again, and refused', async () => {
    // The first request with this key holds it; ours was checked and waits for it.
    const key = { 'idempotency-key': 'gap-before' };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: holds } = Promise.withResolvers<void>();
    const holder = safety.api.db.transaction().execute(async (tx) => {
      await sql`insert into idempotency_keys (account_id, method, path, key, body_hash)
        values (${account.uuid}, 'POST', '/v1/qr-codes', 'gap-before', sha256('another'))`.execute(tx);
      holds();
      await released;
      throw new Error('rolled back');
    });
    await held;
    const creating = create('https://gap-before.example/', key);
    await sleep(300);
    await block('gap-before.example');
    release();
    await holder.catch(() => {});
    const { status, body } = await creating;
    assert.equal(status, 422, JSON.stringify(body));
    await untilIdle(safety.api.db);
    assert.equal(await activeTo('gap-before.example'), 0);
  });

  test('afterwards: the change waits for the commit, and then finds the code', async (t) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: holds } = Promise.withResolvers<void>();
    const holder = safety.api.db.transaction().execute(async (tx) => {
      await sql`select from account_usage where account_id = ${account.uuid} for update`.execute(tx);
      holds();
      await released;
    });
    await held;
    // Its check is cleared; it waits for the account's count.
    const creating = create('https://gap-after.example/');
    await sleep(300);
    const blocking = block('gap-after.example');
    t.after(() => release());
    for (let tries = 0; !(await isLockAwaited()); tries++) {
      assert.ok(tries < 200, 'the change does not wait');
      await sleep(10);
    }
    release();
    await holder;
    assert.equal((await creating).status, 201);
    await blocking;
    await untilIdle(safety.api.db);
    assert.equal(await activeTo('gap-after.example'), 0);
  });

  test(`${rounds} times with ${writers} writers on two processes: no active code has a blocked destination`, async (t) => {
    const { qr_id: id } = await safety.api.createQrCode(account);
    const counts = { created: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const host = `race${round}.example`;
      const write = async (index: number) => {
        await sleep(Math.random() * 6);
        const url = (index % 2 === 0 ? safety.api : second).url;
        const [method, path] = index === 0 ? ['PATCH', `/v1/qr-codes/${id}`] : ['POST', '/v1/qr-codes'];
        const body = { redirect_url: `https://${host}/${index}` };
        const answer = await sendRequest(url, method ?? '', path ?? '', { key: account.key, body });
        assert.ok([200, 201, 422].includes(answer.status), JSON.stringify(answer.body));
        counts[answer.status === 422 ? 'refused' : 'created'] += 1;
      };
      const blocking = sleep(Math.random() * 6).then(() => block(host));
      await Promise.all([blocking, ...Array.from({ length: writers }, (_, index) => write(index))]);
    }
    await untilIdle(safety.api.db);
    t.diagnostic(`${counts.created} before the rule, ${counts.refused} refused`);
    assert.ok(counts.created > rounds / 10 && counts.refused > rounds / 10, JSON.stringify(counts));
    assert.equal(await activeTo('race'), 0);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from qr_destinations
      join destinations using (destination_id) join qr_codes using (qr_id)
      where verdict = 'unsafe' and status = 'active'`.execute(safety.api.db);
    assert.equal(rows[0]?.count, 0);
  });

  test('every code is linked to exactly its destinations', async () => {
    const { rows } = await sql<{ wrong: number }>`
      with wanted as (select qr_id, destination_id(url) as destination_id from qr_codes, destination_urls(redirect_url, redirect_rules, qr_data) url),
        linked as (select qr_id, destination_id from qr_destinations)
      select ((select count(*) from (table wanted except table linked) missing)
        + (select count(*) from (table linked except table wanted) extra))::int as wrong`.execute(
      safety.api.db,
    );
    assert.equal(rows[0]?.wrong, 0);
  });
});

if (process.env['WAYPOST_SABOTAGED'] === undefined) {
  describe('these tests can fail', () => {
    const file = 'migrations/0013-url-safety.sql';
    const noticed = (from: string, to: string, pattern: string) =>
      assertNoticed({
        file,
        from,
        to,
        test: 'test/safety/no-gap.test.ts',
        pattern,
        environment: { WAYPOST_SABOTAGED: '1' },
      });

    test('without the comparison of versions, the first one fails', () => {
      noticed(
        "if (select version from safety_state) <> seen_version then\n    return 'moved';",
        "if false then\n    return 'moved';",
        'before the transaction',
      );
    });

    test('without the lock, the second one fails', () => {
      noticed(
        'select pg_advisory_xact_lock_shared(7201613)',
        'select null::void',
        'afterwards: the change waits',
      );
    });
  });
}
