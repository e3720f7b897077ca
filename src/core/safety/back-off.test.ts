import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOffMs } from './back-off.ts';

test('the wait after a failure is 15 to 30 minutes, and doubles up to a day', () => {
  const minute = 60_000;
  assert.equal(backOffMs(1, 0), 15 * minute);
  assert.equal(backOffMs(1, 1), 30 * minute);
  assert.equal(backOffMs(2, 0), 30 * minute);
  assert.equal(backOffMs(4, 0.5), 180 * minute);
  assert.equal(backOffMs(8, 0), 24 * 60 * minute);
  assert.equal(backOffMs(1_000, 1), 24 * 60 * minute);
});
