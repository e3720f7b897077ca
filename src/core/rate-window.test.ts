import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RatePolicy } from './rate-limit.ts';
import { RateWindow } from './rate-window.ts';

/** Three requests per ten seconds, counted by the second. */
const policy: RatePolicy = {
  name: 'a',
  code: 'rate_limited',
  quota: 3,
  windowSeconds: 10,
  bucketMicros: 1_000_000,
  pastBuckets: 9,
};
const other: RatePolicy = { ...policy, name: 'b', quota: 1 };
const second = 1_000_000;

test('requests are allowed up to the quota, and again when the oldest has left the window', () => {
  const window = new RateWindow();
  for (const at of [0, 1, 2]) assert.ok(window.decide([policy], at * second).allowed);
  const refused = window.decide([policy], 3 * second);
  assert.equal(refused.allowed, false);
  assert.deepEqual(refused.usage, [{ policy, used: 3, waitMicros: 7 * second, resetMicros: 7 * second }]);
  assert.equal(window.decide([policy], 10 * second - 1).allowed, false);
  const allowed = window.decide([policy], 10 * second);
  assert.deepEqual(allowed, {
    allowed: true,
    usage: [{ policy, used: 3, waitMicros: 0, resetMicros: second }],
  });
});

test('a request that one policy refuses is counted by no policy', () => {
  const window = new RateWindow();
  assert.ok(window.decide([policy, other], 0).allowed);
  const refused = window.decide([policy, other], 0);
  assert.equal(refused.allowed, false);
  assert.deepEqual(
    refused.usage.map(({ used, waitMicros }) => [used, waitMicros]),
    [
      [1, 0],
      [1, 10 * second],
    ],
  );
  assert.equal(window.used(policy, 0), 1);
  assert.equal(window.used(policy, 9 * second), 1);
  assert.equal(window.used(policy, 10 * second), 0);
});

test('the wait ends when enough requests have left the window', () => {
  const window = new RateWindow();
  window.add(policy, 0, 2);
  window.add(policy, 4 * second, 3);
  assert.equal(window.decide([policy], 5 * second).usage[0]?.waitMicros, 9 * second);
  assert.equal(window.decide([policy], 5 * second).usage[0]?.resetMicros, 5 * second);
  assert.equal(window.used(policy, 5 * second), 5);
});

test('requests can be counted in any order, and those from the future are ignored', () => {
  const window = new RateWindow();
  window.add(policy, 5 * second, 2);
  window.add(policy, 2 * second, 1);
  assert.equal(window.decide([policy], 6 * second).usage[0]?.waitMicros, 6 * second);
  window.add(policy, 100 * second, 3);
  assert.equal(window.used(policy, 6 * second), 3);
});

test('the first request starts the window', () => {
  const window = new RateWindow();
  assert.equal(window.used(policy, 1_500_000), 0);
  const { usage } = window.decide([policy], 1_500_000);
  assert.deepEqual([usage[0]?.used, usage[0]?.resetMicros], [1, 9_500_000]);
});
