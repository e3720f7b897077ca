import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTryMs, parseRetryAfter, pauseMs } from './delivery-schedule.ts';

test('ten retries, from five seconds to a day', () => {
  const delays = Array.from({ length: 11 }, (_, tries) => nextTryMs(tries + 1, null, 0.5));
  const hour = 3_600_000;
  assert.deepEqual(delays, [
    5_000,
    60_000,
    300_000,
    1_800_000,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    null,
  ]);
});

test('they are spread by 20 % to either side', () => {
  assert.equal(nextTryMs(2, null, 0), 48_000);
  assert.equal(nextTryMs(2, null, 1), 72_000);
});

test('a receiver can ask for more time, up to a day, and not for less', () => {
  assert.equal(nextTryMs(1, 90_000, 0.5), 90_000);
  assert.equal(nextTryMs(1, 1_000, 0.5), 5_000);
  assert.equal(nextTryMs(1, 1e12, 0.5), 86_400_000);
});

test('Retry-After is read as seconds or as a date', () => {
  const nowMs = Date.parse('2026-03-01T00:00:00Z');
  assert.equal(parseRetryAfter('120', nowMs), 120_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 00:01:00 GMT', nowMs), 60_000);
  assert.equal(parseRetryAfter('Sat, 28 Feb 2026 00:01:00 GMT', nowMs), 0);
  for (const nonsense of [null, '', '-5', '1.5', 'soon', '2026-03-01', 'Sun, soon'])
    assert.equal(parseRetryAfter(nonsense, nowMs), null);
});

test('an endpoint that fails again and again pauses for longer and longer, up to ten minutes', () => {
  assert.equal(pauseMs(4, 0.5), 0);
  assert.equal(pauseMs(5, 0.5), 5_000);
  assert.equal(pauseMs(6, 0.5), 10_000);
  assert.equal(pauseMs(1_000, 0.5), 600_000);
});
