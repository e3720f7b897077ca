import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addressPolicies,
  keyPolicies,
  personPolicies,
  type RatePolicy,
  rateLimitHeaders,
  refusal,
} from './rate-limit.ts';
import { RateWindow } from './rate-window.ts';

const limits = {
  qrCodes: 0,
  requestsPerSecond: 2,
  requestsPerMinute: 5,
  requestsPerDay: 8,
  apiKeys: 0,
  projects: 0,
  domains: 0,
  members: 0,
  webhookEndpoints: 5,
};
const second = 1_000_000;
const [burst, minute, day] = keyPolicies(limits) as [RatePolicy, RatePolicy, RatePolicy];

test('a key has a limit per second, minute and day, each with its error code', () => {
  assert.deepEqual(
    keyPolicies(limits).map(({ name, code, quota, windowSeconds }) => [name, code, quota, windowSeconds]),
    [
      ['burst', 'rate_limited', 2, 1],
      ['minute', 'rate_limit_minute', 5, 60],
      ['day', 'rate_limit_day', 8, 86_400],
    ],
  );
  assert.deepEqual(
    [...addressPolicies, ...personPolicies].map(({ name, quota, windowSeconds }) => [
      name,
      quota,
      windowSeconds,
    ]),
    [
      ['address', 600, 60],
      ['person', 1_200, 60],
    ],
  );
});

describe('a window', () => {
  test('allows exactly its quota, and says when the next request fits', () => {
    const window = new RateWindow();
    assert.ok(window.decide([burst], 0).allowed);
    assert.ok(window.decide([burst], 50_000).allowed);
    const refused = window.decide([burst], 999_999);
    assert.ok(!refused.allowed);
    assert.equal(refused.usage[0]?.used, 2);
    // The bucket of 0 to 0.1 s expires after 11 buckets.
    assert.equal(refused.usage[0]?.waitMicros, 1_100_000 - 999_999);
    assert.ok(!window.decide([burst], 1_099_999).allowed);
    assert.ok(window.decide([burst], 1_100_000).allowed);
  });

  test('no second ever exceeds its quota, wherever it begins', () => {
    const window = new RateWindow();
    const allowed: number[] = [];
    for (let atMicros = 0; atMicros < 5 * second; atMicros += 37_000)
      if (window.decide([burst], atMicros).allowed) allowed.push(atMicros);
    assert.ok(allowed.length >= 8);
    for (const start of allowed)
      assert.ok(allowed.filter((at) => at >= start && at < start + second).length <= 2, String(start));
  });

  test('a day is a calendar day', () => {
    const window = new RateWindow();
    const midnight = 86_400 * second;
    for (let count = 0; count < 8; count++) assert.ok(window.decide([day], midnight - second).allowed);
    const refused = window.decide([day], midnight - 1);
    assert.ok(!refused.allowed);
    assert.equal(refused.usage[0]?.waitMicros, 1);
    assert.ok(window.decide([day], midnight).allowed);
    assert.equal(window.used(day, midnight), 1);
  });

  test('a request that one policy refuses counts for none', () => {
    const window = new RateWindow();
    for (let count = 0; count < 2; count++) assert.ok(window.decide([burst, minute], 0).allowed);
    assert.ok(!window.decide([burst, minute], 0).allowed);
    assert.deepEqual([window.used(burst, 0), window.used(minute, 0)], [2, 2]);
  });

  test('a clock that goes back counts what it knows', () => {
    const window = new RateWindow();
    window.add(burst, 10 * second, 2);
    assert.ok(!window.decide([burst], 10 * second - 500_000).allowed);
    assert.ok(window.decide([burst], 0).allowed);
  });
});

describe('an answer', () => {
  test('names the refusing policy with the longest wait, in whole seconds', () => {
    const window = new RateWindow();
    window.add(burst, 0, 2);
    window.add(minute, 0, 5);
    const decision = window.decide([burst, minute, day], 0);
    assert.deepEqual(refusal(decision), { policy: minute, retryAfterSeconds: 61 });
    assert.equal(refusal(new RateWindow().decide([burst], 0)), null);
  });

  test('has the remaining quota of each policy, never negative, and at least one second', () => {
    const window = new RateWindow();
    window.add(minute, 0, 9);
    assert.deepEqual(rateLimitHeaders(window.decide([burst, minute], 1_050_000)), {
      'ratelimit-policy': '"burst";q=2;w=1, "minute";q=5;w=60',
      ratelimit: '"burst";r=2;t=2, "minute";r=0;t=60',
    });
  });
});
