import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../test/support/data/seeded-random.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { ScratchRedis } from '../test/support/scratch/scratch-redis.ts';
import {
  sendRequest,
  startTestApi,
  type TestAccount,
  type TestApi,
} from '../test/support/scratch/test-api.ts';

const processCount = 4;
const keyCount = 20;
const requestsTotal = scaled(100_000, 6_400);
/** Next to other tests, a hundred at once would wait so long for PostgreSQL that some would get a 503. */
const batchSize = proofScale >= 1 ? 100 : 32;
const dayMs = 86_400_000;
const quotas = { requests_per_second: 10, requests_per_minute: 60, requests_per_day: 600 };

interface Outcome {
  atMs: number;
  status: number;
  code: string | undefined;
}

let api: TestApi;
let redis: ScratchRedis;
let processes: { child: ChildProcess; url: string }[];
let accounts: TestAccount[];
let nowMs = Date.UTC(2026, 10, 15, 12);
const random = seededRandom(20_261_115);

before(async () => {
  api = await startTestApi();
  redis = await ScratchRedis.create();
  accounts = await Promise.all(Array.from({ length: keyCount }, () => api.createAccount({ limits: quotas })));
  processes = await Promise.all(Array.from({ length: processCount }, spawnProcess));
  // Each process must have seen the others before Redis is stopped.
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await setClock()).every((processesSeen) => processesSeen === processCount)) return;
    await sleep(100);
  }
  assert.fail('the processes did not see each other');
});
after(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await redis.kill();
  await api.close();
});

async function spawnProcess() {
  const child = fork(new URL('./controlled-api.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: api.config.databaseUrl,
      REDIS_URL: redis.url,
      REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
      START_MS: String(nowMs),
    },
  });
  const [{ address }] = await once(child, 'message');
  return { child, url: address as string };
}

/** Sets the same instant in every process; returns how many processes each of them knows. */
function setClock(): Promise<number[]> {
  return Promise.all(
    processes.map(async ({ child }) => {
      const acknowledged = once(child, 'message');
      child.send({ nowMs });
      const [{ processes: seen }] = await acknowledged;
      return seen;
    }),
  );
}

/** Moves the clock a little, sometimes far, often to the border of windows and days. */
function advance(): void {
  const chance = random();
  if (chance < 0.9) nowMs += Math.floor(random() * (random() < 0.5 ? 300 : 2_000));
  else if (chance < 0.97) nowMs += Math.floor(random() * 30_000);
  else if (chance < 0.99) nowMs += 59_000 + Math.floor(random() * 3_000);
  else nowMs = Math.max(nowMs, Math.ceil((nowMs + 1) / dayMs) * dayMs - Math.floor(random() * 2_000));
}

/** Batches of parallel requests, spread over keys and processes. */
async function load(total: number, into: Map<string, Outcome[]>): Promise<void> {
  for (let sent = 0; sent < total; sent += batchSize) {
    advance();
    await setClock();
    await Promise.all(
      Array.from({ length: batchSize }, async () => {
        const account = accounts[Math.floor(random() * keyCount)];
        const target = processes[Math.floor(random() * processCount)];
        assert.ok(account && target);
        const { status, body } = await sendRequest(target.url, 'GET', '/v1/projects', { key: account.key });
        into.set(account.key, [...(into.get(account.key) ?? []), { atMs: nowMs, status, code: body.code }]);
      }),
    );
  }
}

describe('4 processes on one Redis', () => {
  test(`${requestsTotal} requests with 20 keys: no period exceeds its quota, and no refusal comes more than 1 s too early`, async (t) => {
    const outcomes = new Map<string, Outcome[]>();
    await load(requestsTotal, outcomes);
    let [accepted, refused] = [0, 0];
    for (const list of outcomes.values()) {
      const acceptedMs = list.filter(({ status }) => status === 200).map(({ atMs }) => atMs);
      accepted += acceptedMs.length;
      refused += list.length - acceptedMs.length;
      assertNoSpanAbove(acceptedMs, 1_000, quotas.requests_per_second);
      assertNoSpanAbove(acceptedMs, 60_000, quotas.requests_per_minute);
      assertNoDayAbove(acceptedMs, quotas.requests_per_day);
      for (const { atMs, status, code } of list) {
        if (status !== 200) assertRefusalDeserved(acceptedMs, atMs, status, code);
      }
    }
    t.diagnostic(`${accepted} accepted, ${refused} refused, each refusal deserved`);
    assert.ok(accepted > 100 && refused > 100);
  });
});

describe('Redis killed under load', () => {
  test('no 5xx, never unlimited, never all refused; the daily quota survives even a Redis that lost everything', async (t) => {
    const outcomes = new Map<string, Outcome[]>();
    nowMs = Math.ceil((nowMs + 1) / dayMs) * dayMs + 3_600_000;
    const part = Math.max(2_000, requestsTotal / 10);
    await load(part, outcomes);
    const killedMs = nowMs;
    const underWay = load(part, outcomes);
    await redis.kill();
    await underWay;
    // After everything that was counted while Redis was up.
    nowMs += 61_000;
    await load(part, outcomes);
    const restartedMs = nowMs;
    await redis.start();
    await sleep(1_500);
    await load(part, outcomes);

    let acceptedInOutage = 0;
    let worstSpan = 0;
    let worstDay = 0;
    for (const list of outcomes.values()) {
      assert.deepEqual(
        list.filter(({ status }) => status !== 200 && status !== 429),
        [],
      );
      const acceptedMs = list.filter(({ status }) => status === 200).map(({ atMs }) => atMs);
      const inOutageMs = acceptedMs.filter((atMs) => atMs > killedMs + 60_000 && atMs < restartedMs);
      acceptedInOutage += inOutageMs.length;
      assertNoSpanAbove(inOutageMs, 60_000, quotas.requests_per_minute);
      worstSpan = Math.max(worstSpan, largestSpan(acceptedMs, 60_000));
      worstDay = Math.max(worstDay, ...countByDay(acceptedMs).values());
    }
    t.diagnostic(
      `${acceptedInOutage} accepted without Redis; worst 60 s ${worstSpan} of ${quotas.requests_per_minute}`,
    );
    t.diagnostic(`worst day ${worstDay} of ${quotas.requests_per_day}`);
    assert.ok(acceptedInOutage > 0, 'never all refused');
    // A period that includes the kill or the restart can contain the usage before and the shares after it.
    assert.ok(worstSpan <= 2 * quotas.requests_per_minute, `${worstSpan} in 60 s`);
    assert.ok(worstDay <= 1.1 * quotas.requests_per_day, `${worstDay} in a day`);
  });
});

describe('Redis that lost its data', () => {
  test('doesn’t give out the same daily quota again', async () => {
    const account = await api.createAccount({ limits: { ...quotas, requests_per_day: 5 } });
    const ask = () => sendRequest(processes[0]?.url ?? '', 'GET', '/v1/projects', { key: account.key });
    for (let count = 0; count < 5; count++) assert.equal((await ask()).status, 200);
    await redis.kill();
    await redis.start();
    await sleep(1_500);
    nowMs += 120_000;
    await setClock();
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.equal(refused.body.code, 'rate_limit_day');
  });
});

function assertNoSpanAbove(acceptedMs: number[], spanMs: number, quota: number): void {
  assert.ok(largestSpan(acceptedMs, spanMs) <= quota, `more than ${quota} in ${spanMs} ms`);
}

function largestSpan(timesMs: number[], spanMs: number): number {
  let first = 0;
  let largest = 0;
  for (const [index, timeMs] of timesMs.entries()) {
    while ((timesMs[first] ?? 0) <= timeMs - spanMs) first += 1;
    largest = Math.max(largest, index - first + 1);
  }
  return largest;
}

function countByDay(timesMs: number[]): Map<number, number> {
  const days = new Map<number, number>();
  for (const timeMs of timesMs) {
    const day = Math.floor(timeMs / dayMs);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

function assertNoDayAbove(acceptedMs: number[], quota: number): void {
  for (const [day, count] of countByDay(acceptedMs)) assert.ok(count <= quota, `${count} on day ${day}`);
}

/** The named policy must be full, if one more second of the past is counted. */
function assertRefusalDeserved(
  acceptedMs: number[],
  atMs: number,
  status: number,
  code: string | undefined,
): void {
  assert.equal(status, 429);
  const since = (fromMs: number) => acceptedMs.filter((timeMs) => timeMs > fromMs && timeMs <= atMs).length;
  switch (code) {
    case 'rate_limited':
      return assert.ok(since(atMs - 2_000) >= quotas.requests_per_second, 'burst refused too early');
    case 'rate_limit_minute':
      return assert.ok(since(atMs - 61_000) >= quotas.requests_per_minute, 'minute refused too early');
    case 'rate_limit_day':
      return assert.ok(
        since(Math.floor(atMs / dayMs) * dayMs - 1) >= quotas.requests_per_day,
        'day refused early',
      );
    default:
      assert.fail(`unexpected code ${code}`);
  }
}
