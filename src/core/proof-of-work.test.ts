import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWork, workText } from './proof-of-work.ts';

test('a hash counts as work if it begins with 16 zero bits', () => {
  assert.ok(isWork(Uint8Array.of(0, 0, 255)));
  assert.ok(isWork(Uint8Array.of(0, 0, 0, 1)));
  assert.ok(!isWork(Uint8Array.of(0, 1, 0, 0)));
  assert.ok(!isWork(Uint8Array.of(1, 0, 0, 0)));
  assert.ok(!isWork(Uint8Array.of(128, 0, 0, 0)));
  assert.ok(!isWork(Uint8Array.of()));
});

test('each try hashes the challenge with its own number', () => {
  assert.equal(workText('abc', 7), 'abc:7');
});
