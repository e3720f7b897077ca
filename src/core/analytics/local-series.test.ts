import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { localSeries, type SeriesUnit, scansWithin } from './local-series.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const whole = { fromMs: at('2026-01-01T00:00:00'), untilMs: at('2027-01-01T00:00:00') };
const pointsOf = (slots: number[], unit: SeriesUnit, timeZone = 'UTC', day = '2026-11-16') =>
  Object.fromEntries(localSeries([{ day, slots }], { ...whole, timeZone, unit }).points);

describe('points', () => {
  test('quarter hours become hours, days or months', () => {
    // 00:00, 00:45, 13:15
    const slots = [0, 1, 3, 2, 53, 4];
    assert.deepEqual(pointsOf(slots, 'hour'), { '2026-11-16 00:00': 3, '2026-11-16 13:00': 4 });
    assert.deepEqual(pointsOf(slots, 'day'), { '2026-11-16': 7 });
    assert.deepEqual(pointsOf(slots, 'month'), { '2026-11': 7 });
  });

  test('a scan belongs to the day and hour in the owner’s time zone', () => {
    // 23:30 UTC
    assert.deepEqual(pointsOf([94, 1], 'hour', 'Europe/Berlin'), { '2026-11-17 00:00': 1 });
    assert.deepEqual(pointsOf([94, 1], 'hour', 'America/New_York'), { '2026-11-16 18:00': 1 });
    assert.deepEqual(pointsOf([94, 1], 'hour', 'Asia/Kathmandu'), { '2026-11-17 05:00': 1 });
    assert.deepEqual(pointsOf([94, 1], 'month', 'Europe/Berlin', '2026-11-30'), { '2026-12': 1 });
  });

  test('when clocks go back, the repeated hour has the scans of both', () => {
    // 25 October 2026 in Berlin: 00:30 and 01:30 UTC are both 02:30.
    assert.deepEqual(pointsOf([2, 1, 6, 10, 10, 100], 'hour', 'Europe/Berlin', '2026-10-25'), {
      '2026-10-25 02:00': 11,
      '2026-10-25 03:00': 100,
    });
  });

  test('when clocks go forward, the skipped hour doesn’t exist', () => {
    // 29 March 2026 in Berlin: 00:30 UTC is 01:30, 01:30 UTC is 03:30.
    assert.deepEqual(pointsOf([2, 1, 6, 10], 'hour', 'Europe/Berlin', '2026-03-29'), {
      '2026-03-29 01:00': 1,
      '2026-03-29 03:00': 10,
    });
  });
});

describe('ranges', () => {
  const slots = [0, 1, 1, 2, 95, 4];
  const series = (fromMs: number, untilMs: number) =>
    localSeries([{ day: '2026-11-16', slots }], { fromMs, untilMs, timeZone: 'UTC', unit: 'day' }).scans;
  const dayStart = at('2026-11-16T00:00:00');
  const dayEnd = at('2026-11-17T00:00:00');

  test('the start is inclusive, the end is exclusive', () => {
    assert.equal(series(dayStart, dayEnd), 7);
    assert.equal(series(at('2026-11-16T00:15:00'), dayEnd), 6);
    assert.equal(series(dayStart, at('2026-11-16T23:45:00')), 3);
    assert.equal(series(at('2026-11-16T00:00:01'), dayEnd), 6);
  });

  test('days outside are left out', () => {
    assert.equal(series(dayEnd, dayEnd + 1), 0);
    assert.equal(series(dayStart - 10, dayStart), 0);
    assert.equal(series(dayStart - 10, dayStart + 1), 1);
  });

  test('scansWithin counts the same without a time zone', () => {
    const day = { day: '2026-11-16', slots };
    assert.equal(scansWithin(day, { fromMs: dayStart, untilMs: dayEnd }), 7);
    assert.equal(scansWithin(day, { fromMs: at('2026-11-16T00:15:00'), untilMs: dayEnd }), 6);
    assert.equal(scansWithin(day, { fromMs: dayStart, untilMs: at('2026-11-16T23:45:00') }), 3);
  });
});

test('the heat map is by weekday, starting on Monday, and hour', () => {
  const { heat, scans } = localSeries(
    [
      { day: '2026-11-16', slots: [0, 1, 95, 2] },
      { day: '2026-11-22', slots: [48, 5] },
      { day: '2026-11-23', slots: [0, 10] },
    ],
    { ...whole, timeZone: 'UTC', unit: 'day' },
  );
  assert.equal(scans, 18);
  assert.equal(heat.length, 7);
  assert.ok(heat.every((row) => row.length === 24));
  assert.equal(heat[0]?.[0], 11);
  assert.equal(heat[0]?.[23], 2);
  assert.equal(heat[6]?.[12], 5);
  assert.equal(
    heat.flat().reduce((sum, count) => sum + count, 0),
    18,
  );
});

test('days before 1970 have weekdays too', () => {
  const range = { fromMs: at('1969-01-01T00:00:00'), untilMs: at('1970-01-01T00:00:00') };
  const { heat } = localSeries([{ day: '1969-12-31', slots: [4, 1] }], {
    ...range,
    timeZone: 'UTC',
    unit: 'day',
  });
  // A Wednesday.
  assert.equal(heat[2]?.[1], 1);
});
