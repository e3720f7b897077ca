import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../support/measure/check-answer.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const midnightMs = Date.UTC(2026, 10, 16);
let nowMs = midnightMs;
let api: TestApi;

before(async () => {
  api = await startTestApi({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    clockRulesRedis: true,
    environment: { TRUSTED_PROXIES: '127.0.0.0/8' },
  });
});
after(() => api.close());

const list = (account: TestAccount) => api.request('GET', '/v1/projects', { key: account.key });
const limited = (limits: Record<string, number>) =>
  api.createAccount({
    limits: { requests_per_second: 1_000, requests_per_minute: 10_000, requests_per_day: 100_000, ...limits },
  });

async function listTimes(account: TestAccount, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let count = 0; count < times; count++) answers.push(await list(account));
  return answers;
}

function statuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status);
}

/** `RateLimit: "burst";r=3;t=1, …` as an object. */
function readState(answer: Answer): Record<string, { r: number; t: number }> {
  const items = (answer.headers.get('ratelimit') ?? '').split(', ').map((item) => {
    const [, name = '', r, t] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(item) ?? [];
    return [name, { r: Number(r), t: Number(t) }];
  });
  return Object.fromEntries(items);
}

describe('429', () => {
  test('rate_limited: the burst limit holds over every second', async () => {
    nowMs = midnightMs + 950;
    const account = await limited({ requests_per_second: 3 });
    assert.deepEqual(statuses(await listTimes(account, 4)), [200, 200, 200, 429]);
    nowMs += 100;
    const refused = await list(account);
    assert.equal(refused.body.code, 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '1');
    nowMs += 1_000;
    assert.equal((await list(account)).status, 200);
  });

  test('rate_limit_minute: the window slides, so that no 60 seconds exceed the quota', async () => {
    nowMs = midnightMs + 3_600_000;
    const account = await limited({ requests_per_minute: 3 });
    for (const atMs of [0, 20_000, 40_000]) {
      nowMs = midnightMs + 3_600_000 + atMs;
      assert.equal((await list(account)).status, 200);
    }
    nowMs = midnightMs + 3_600_000 + 59_999;
    const refused = await list(account);
    assert.equal(refused.status, 429);
    assert.equal(refused.body.code, 'rate_limit_minute');
    nowMs += 1_001 * Number(refused.headers.get('retry-after'));
    assert.deepEqual(statuses(await listTimes(account, 2)), [200, 429]);
  });

  test('rate_limit_minute: requests from 61 seconds ago no longer count', async () => {
    nowMs = midnightMs + 7_200_000 + 999;
    const account = await limited({ requests_per_minute: 1 });
    assert.equal((await list(account)).status, 200);
    nowMs += 59_999;
    assert.equal((await list(account)).status, 429);
    nowMs += 1_001;
    assert.equal((await list(account)).status, 200);
  });

  test('rate_limit_day: the quota is per UTC calendar day', async () => {
    nowMs = midnightMs - 10_000;
    const account = await limited({ requests_per_day: 2 });
    const answers = await listTimes(account, 3);
    assert.deepEqual(statuses(answers), [200, 200, 429]);
    assert.equal(answers[2]?.body.code, 'rate_limit_day');
    assert.equal(answers[2]?.headers.get('retry-after'), '10');
    nowMs = midnightMs - 1;
    assert.equal((await list(account)).status, 429);
    nowMs = midnightMs;
    assert.deepEqual(statuses(await listTimes(account, 3)), [200, 200, 429]);
  });

  test('the exceeded limit with the longest wait is named', async () => {
    nowMs = midnightMs;
    const account = await limited({ requests_per_second: 1, requests_per_minute: 1, requests_per_day: 1 });
    await list(account);
    assert.equal((await list(account)).body.code, 'rate_limit_day');
    const minute = await limited({ requests_per_second: 1, requests_per_minute: 1 });
    await list(minute);
    assert.equal((await list(minute)).body.code, 'rate_limit_minute');
  });

  test('a refused request consumes nothing', async () => {
    nowMs = midnightMs;
    const account = await limited({ requests_per_second: 2, requests_per_minute: 5, requests_per_day: 9 });
    await listTimes(account, 2);
    const before = readState(await list(account));
    await listTimes(account, 20);
    assert.deepEqual(readState(await list(account)), before);
    nowMs += 1_100;
    const state = readState(await list(account));
    assert.equal(state['minute']?.r, 2);
    assert.equal(state['day']?.r, 6);
  });

  test('each key has its own quotas', async () => {
    nowMs = midnightMs;
    const [one, two] = [await limited({ requests_per_minute: 1 }), await limited({ requests_per_minute: 1 })];
    await list(one);
    assert.equal((await list(one)).status, 429);
    assert.equal((await list(two)).status, 200);
  });

  test('limits hold over all endpoints, and a request that fails later counts', async () => {
    nowMs = midnightMs;
    const account = await limited({ requests_per_minute: 2 });
    await api.request('POST', '/v1/projects', { key: account.key, body: {} });
    await list(account);
    const answer = await api.request('POST', '/v1/projects', { key: account.key, body: { name: 'x' } });
    assert.equal(answer.status, 429);
  });
});

describe('headers', () => {
  test('RateLimit-Policy and RateLimit are on every authenticated response, one item per policy', async () => {
    nowMs = midnightMs + 5_000;
    const account = await limited({ requests_per_second: 2, requests_per_minute: 3, requests_per_day: 4 });
    const answers = [
      await list(account),
      await api.request('POST', '/v1/projects', { key: account.key, rawBody: '{' }),
      await list(account),
    ];
    assert.deepEqual(statuses(answers), [200, 400, 429]);
    for (const { headers } of answers) {
      assert.equal(headers.get('ratelimit-policy'), '"burst";q=2;w=1, "minute";q=3;w=60, "day";q=4;w=86400');
    }
    assert.equal(
      answers[0]?.headers.get('ratelimit'),
      '"burst";r=1;t=2, "minute";r=2;t=61, "day";r=3;t=86395',
    );
    assert.equal(
      answers[2]?.headers.get('ratelimit'),
      '"burst";r=0;t=2, "minute";r=1;t=61, "day";r=2;t=86395',
    );
  });

  test('each plan has the quotas of D52', async () => {
    const quotas: [string, number, number, number][] = [
      ['starter', 10, 60, 5_000],
      ['pro', 20, 300, 50_000],
      ['agency', 50, 1_200, 500_000],
      ['enterprise', 200, 6_000, 5_000_000],
      ['suspended', 5, 30, 500],
    ];
    for (const [plan, burst, minute, day] of quotas) {
      const account = await api.createAccount({ plan, limits: {} });
      const { headers } = await list(account);
      const expected = `"burst";q=${burst};w=1, "minute";q=${minute};w=60, "day";q=${day};w=86400`;
      assert.equal(headers.get('ratelimit-policy'), expected, plan);
    }
  });

  test('an unauthenticated response has none', async () => {
    const { headers } = await api.request('GET', '/v1/projects');
    assert.equal(headers.get('ratelimit'), null);
  });

  test('r is exactly what is still allowed, and after t seconds it is more', async () => {
    nowMs = midnightMs + 7_000;
    const account = await limited({ requests_per_minute: 7 });
    const { minute } = readState(await list(account));
    assert.deepEqual(statuses(await listTimes(account, 7)), [...Array(6).fill(200), 429]);
    assert.equal(minute?.r, 6);
    nowMs += (minute?.t ?? 0) * 1_000;
    assert.equal((await list(account)).status, 200);
  });
});

describe('requests without an account', () => {
  const from = (address: string, key?: string) =>
    api.request('GET', '/v1/projects', {
      headers: { 'x-forwarded-for': address },
      ...(key !== undefined && { key }),
    });

  test('600 requests per minute from one address get 401 or 403, the next one 429 rate_limited', async () => {
    nowMs = midnightMs + 100_000;
    const noAccess = await api.createAccount({ apiAccess: false });
    for (let count = 0; count < 300; count++) {
      assert.equal((await from('192.0.2.1')).status, 401);
      assert.equal((await from('192.0.2.1', noAccess.key)).status, 403);
    }
    const refused = [await from('192.0.2.1'), await from('192.0.2.1', noAccess.key)];
    for (const { status, body, headers } of refused) {
      assert.equal(status, 429);
      assert.equal(body.code, 'rate_limited');
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.equal((await from('192.0.2.2')).status, 401, 'another address is not concerned');
    const account = await api.createAccount();
    assert.equal(
      (await from('192.0.2.1', account.key)).status,
      200,
      'nor is a valid key behind that address',
    );
    nowMs += 61_000;
    assert.equal((await from('192.0.2.1')).status, 401);
  });

  test('the addresses of one IPv6 /64 are one client', async () => {
    nowMs = midnightMs + 300_000;
    for (let count = 0; count < 600; count++) await from(`2001:db8:1:2::${count.toString(16)}`);
    assert.equal((await from('2001:db8:1:2:ffff::1')).status, 429);
    assert.equal((await from('2001:db8:1:3::1')).status, 401);
  });
});
