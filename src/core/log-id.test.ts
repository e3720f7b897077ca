import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfLogId } from './log-id.ts';

test('the day is in the ID', () => {
  assert.equal(dayOfLogId('00000000-0000-0072-0000-1f389c8564bc'), '2020-01-01');
  assert.equal(dayOfLogId('00000000-0000-0072-09d1-1f389c8564bc'), '2026-11-18');
  assert.equal(dayOfLogId('00000000-0000-0072-ffff-1f389c8564bc'), '2199-06-06');
});
