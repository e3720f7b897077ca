import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime, zoneOffsetMs } from './local-time.ts';

const at = (text: string) => Date.parse(text);
const hourMs = 3_600_000;

test('day, weekday and minute are local to the time zone', () => {
  assert.deepEqual(localTime('UTC', 0), { day: 0, weekday: 3, minuteOfDay: 0 });
  assert.deepEqual(localTime('Asia/Tokyo', at('2026-11-15T15:30:00Z')), {
    day: 20_773,
    weekday: 0,
    minuteOfDay: 30,
  });
  assert.deepEqual(localTime('America/New_York', at('2026-11-16T02:00:00Z')), {
    day: 20_772,
    weekday: 6,
    minuteOfDay: 21 * 60,
  });
  assert.deepEqual(localTime('UTC', at('1969-12-31T23:59:59Z')), { day: -1, weekday: 2, minuteOfDay: 1_439 });
});

test('an offset changes at the right minute, in both directions', () => {
  const spring = at('2026-03-29T01:00:00Z');
  assert.equal(zoneOffsetMs('Europe/Berlin', spring - 1), hourMs);
  assert.equal(zoneOffsetMs('Europe/Berlin', spring), 2 * hourMs);
  const autumn = at('2026-10-25T01:00:00Z');
  assert.equal(zoneOffsetMs('Europe/Berlin', autumn), hourMs);
  assert.equal(zoneOffsetMs('Europe/Berlin', autumn - 1), 2 * hourMs);
});

test('zones with fractions of an hour, and years with two digits', () => {
  assert.equal(zoneOffsetMs('Asia/Kathmandu', at('2026-01-01T00:00:00Z')), 5.75 * hourMs);
  assert.equal(zoneOffsetMs('UTC', at('0002-01-01T00:00:00Z')), 0);
});
