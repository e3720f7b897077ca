import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { keyPolicies } from '#core/rate-limit.ts';
import { RateWindow } from '#core/rate-window.ts';
import { RateLimiter } from '#features/limits/rate-limiter.ts';
import { createMetrics } from '#platform/metrics.ts';
import { scaled } from './support/proof-scale.ts';

const redis = new Redis('redis://127.0.0.1:6379');
after(() => redis.disconnect());

test('memory decides exactly as Redis does, for any sequence of requests', async () => {
  let nowMs = 0;
  const limiter = new RateLimiter({
    redis,
    keyPrefix: `test-${randomUUID()}:`,
    census: { alive: 1 },
    clock: { nowMs: () => nowMs },
    clockRulesRedis: true,
    metrics: createMetrics(),
  });
  const steps = fc.array(fc.oneof(fc.constant(0), fc.nat(200), fc.nat(70_000), fc.nat(90_000_000)), {
    maxLength: 60,
  });
  const quota = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(steps, quota, quota, quota, async (gapsMs, burst, minute, day) => {
      const limits = { requestsPerSecond: burst, requestsPerMinute: minute, requestsPerDay: day };
      const policies = keyPolicies({ ...limits, qrCodes: 0, apiKeys: 0 });
      const subject = randomUUID();
      const window = new RateWindow();
      nowMs = Date.UTC(2026, 10, 15, 23, 59, 30);
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        assert.deepEqual(await limiter.decide(subject, policies), window.decide(policies, nowMs * 1_000));
      }
    }),
    { numRuns: scaled(2_000, 100) },
  );
});
