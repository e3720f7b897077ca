import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { bulkPolicies, keyPolicies } from '#core/rate-limit.ts';
import { RateWindow } from '#core/rate-window.ts';
import { RateLimiter } from '#features/limits/rate-limiter.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createRedis } from '#platform/redis.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { ScratchRedis } from './support/scratch/scratch-redis.ts';

const redis = new Redis('redis://127.0.0.1:6379');
after(() => redis.disconnect());

function createLimiter(nowMs: () => number, clockRulesRedis: boolean, connection = redis): RateLimiter {
  return new RateLimiter({
    redis: connection,
    keyPrefix: `test-${randomUUID()}:`,
    census: { alive: 1 },
    clock: { nowMs, monotonicMs: nowMs },
    clockRulesRedis,
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
  });
}

test('memory and Redis decide alike, for any sequence of requests', async () => {
  let nowMs = 0;
  const limiter = createLimiter(() => nowMs, true);
  const gap = fc.oneof(fc.constant(0), fc.nat(200), fc.nat(70_000), fc.nat(90_000_000));
  // Most requests count once; bulk requests count several times, but not against the burst.
  const cost = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 14 }));
  const steps = fc.array(fc.tuple(gap, cost), { maxLength: 60 });
  const quota = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(steps, quota, quota, quota, async (requests, burst, minute, day) => {
      const limits = { requestsPerSecond: burst, requestsPerMinute: minute, requestsPerDay: day };
      const all = {
        ...limits,
        qrCodes: 0,
        apiKeys: 0,
        projects: 10,
        domains: 1,
        members: 1,
        webhookEndpoints: 5,
      };
      const subject = randomUUID();
      const window = new RateWindow();
      nowMs = Date.UTC(2026, 10, 15, 23, 59, 30);
      for (const [gapMs, times] of requests) {
        nowMs += gapMs;
        const policies = times === 1 ? keyPolicies(all) : bulkPolicies(all, times);
        const { isShared, ...shared } = await limiter.decide(subject, policies);
        assert.equal(isShared, true, 'Redis decided');
        assert.deepEqual(shared, window.decide(policies, nowMs * 1_000));
      }
    }),
    { numRuns: scaled(2_000, 100) },
  );
});

test('what was allowed without Redis is reported to it exactly once, however many requests notice its return', async () => {
  const scratch = await ScratchRedis.create();
  const connection = createRedis(scratch.url, pino({ level: 'silent' }));
  await once(connection, 'ready');
  const limiter = createLimiter(Date.now, false, connection);
  const limits = { requestsPerSecond: 100_000, requestsPerMinute: 100_000, requestsPerDay: 100_000 };
  const policies = keyPolicies({
    ...limits,
    qrCodes: 0,
    apiKeys: 0,
    projects: 10,
    domains: 1,
    members: 1,
    webhookEndpoints: 5,
  });
  const askTimes = (times: number) =>
    Promise.all(Array.from({ length: times }, () => limiter.decide('key:a', policies)));
  await askTimes(10);
  await scratch.kill();
  await askTimes(200);
  await scratch.start();
  await sleep(1_500);
  await askTimes(50);
  await askTimes(50);
  const [last] = await askTimes(1);
  connection.disconnect();
  await scratch.kill();
  assert.equal(last?.usage.find(({ policy }) => policy.name === 'day')?.used, 311);
});

test('a process whose clock is ahead carries nothing of a calendar window into the next one', async () => {
  const aheadMs = 400;
  const limiter = createLimiter(() => Date.now() + aheadMs, false);
  const seconds = { name: 'day', code: 'rate_limit_day', quota: 1_000 } as const;
  const policies = [{ ...seconds, windowSeconds: 2, bucketMicros: 2_000_000, pastBuckets: 0 }];
  const bucketOf = (ms: number) => Math.floor(ms / 2_000);
  // Fills a window almost to its end, requests once when only the process believes that it is over, then after it.
  const end = (bucketOf(Date.now()) + 2) * 2_000;
  await sleep(end - 1_500 - Date.now());
  await Promise.all(Array.from({ length: 50 }, () => limiter.decide('key:b', policies)));
  await sleep(end - 200 - Date.now());
  await limiter.decide('key:b', policies);
  await sleep(end + 100 - Date.now());
  const { usage } = await limiter.decide('key:b', policies);
  assert.equal(usage[0]?.used, 1);
});
