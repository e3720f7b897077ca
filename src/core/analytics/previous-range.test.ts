import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previousRange } from './previous-range.ts';

const ask = (from: string, until: string, timeZone: string, unit: 'hour' | 'day' | 'month') => {
  const range = previousRange({ fromMs: Date.parse(from), untilMs: Date.parse(until) }, timeZone, unit);
  return [new Date(range.fromMs).toISOString(), new Date(range.untilMs).toISOString()];
};

test('a range is compared with the same local times before it', () => {
  // Seven days, today until 01:15, compared with seven days earlier, until 01:15.
  assert.deepEqual(ask('2026-11-08T23:00:00Z', '2026-11-15T12:15:00Z', 'Europe/Berlin', 'day'), [
    '2026-11-01T23:00:00.000Z',
    '2026-11-08T12:15:00.000Z',
  ]);
  assert.deepEqual(ask('2026-11-14T12:00:00Z', '2026-11-15T12:00:00Z', 'UTC', 'hour'), [
    '2026-11-13T12:00:00.000Z',
    '2026-11-14T12:00:00.000Z',
  ]);
});

test('a change of clocks in between doesn’t shift local times', () => {
  assert.deepEqual(ask('2026-10-24T22:00:00Z', '2026-10-31T23:00:00Z', 'Europe/Berlin', 'day'), [
    '2026-10-17T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
  ]);
});

test('by month, the first is compared with the first', () => {
  assert.deepEqual(ask('2025-12-01T00:00:00Z', '2026-11-15T12:00:00Z', 'UTC', 'month'), [
    '2024-12-01T00:00:00.000Z',
    '2025-11-15T12:00:00.000Z',
  ]);
  // A shorter month ends earlier.
  assert.deepEqual(ask('2026-03-01T00:00:00Z', '2026-03-31T12:00:00Z', 'UTC', 'month'), [
    '2026-02-01T00:00:00.000Z',
    '2026-02-28T12:00:00.000Z',
  ]);
});
