import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { localPeriods, localTrend, type TrendUnit, zonedTimestamp } from './local-trend.ts';

const range = (from: string, until: string, timeZone: string, unit: TrendUnit) => ({
  fromMs: Date.parse(from),
  untilMs: Date.parse(until),
  timeZone,
  unit,
});

describe('the periods of a range', () => {
  const startsOf = (from: string, until: string, timeZone: string, unit: TrendUnit) =>
    localTrend([], range(from, until, timeZone, unit)).map(({ startMs }) =>
      zonedTimestamp(startMs, timeZone).replace(':00.000', ''),
    );

  test('are local days, weeks from Monday, and months; the first one can be cut', () => {
    assert.deepEqual(startsOf('2026-11-14T10:15:00Z', '2026-11-16T23:15:00Z', 'Europe/Berlin', 'day'), [
      '2026-11-14T11:15+01:00',
      '2026-11-15T00:00+01:00',
      '2026-11-16T00:00+01:00',
      '2026-11-17T00:00+01:00',
    ]);
    assert.deepEqual(startsOf('2026-11-14T10:15:00Z', '2026-11-24T00:00:00Z', 'UTC', 'week'), [
      '2026-11-14T10:15+00:00',
      '2026-11-16T00:00+00:00',
      '2026-11-23T00:00+00:00',
    ]);
    assert.deepEqual(startsOf('2026-01-31T00:00:00Z', '2026-03-01T09:00:00Z', 'America/New_York', 'month'), [
      '2026-01-30T19:00-05:00',
      '2026-02-01T00:00-05:00',
      '2026-03-01T00:00-05:00',
    ]);
  });

  test('have two hours of the same name when clocks go back, and none when they go forward', () => {
    assert.deepEqual(startsOf('2026-10-24T23:00:00Z', '2026-10-25T02:00:00Z', 'Europe/Berlin', 'hour'), [
      '2026-10-25T01:00+02:00',
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
    ]);
    assert.deepEqual(startsOf('2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z', 'Europe/Berlin', 'hour'), [
      '2026-03-29T01:00+01:00',
      '2026-03-29T03:00+02:00',
    ]);
    // Half an hour back: the hour that is cut has two parts.
    assert.deepEqual(
      startsOf('2026-04-04T14:00:00Z', '2026-04-04T16:30:00Z', 'Australia/Lord_Howe', 'hour'),
      ['2026-04-05T01:00+11:00', '2026-04-05T01:30+10:30', '2026-04-05T02:00+10:30'],
    );
  });

  test('are at most as many as allowed', () => {
    assert.equal(
      localPeriods(range('2026-01-01T00:00:00Z', '2026-01-02T00:15:00Z', 'UTC', 'hour'), 24),
      null,
    );
    assert.equal(
      localPeriods(range('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'UTC', 'hour'), 24)?.length,
      24,
    );
  });
});

test('every quarter hour is counted in its period, and none outside of the range', () => {
  const days = [{ day: '2026-10-25', slots: [0, 1, 2, 10, 6, 100, 95, 1_000] }];
  const scansOf = (from: string, until: string, unit: TrendUnit) =>
    localTrend(days, range(from, until, 'Europe/Berlin', unit)).map(({ scans }) => scans);
  assert.deepEqual(scansOf('2026-10-24T23:00:00Z', '2026-10-25T02:00:00Z', 'hour'), [0, 11, 100]);
  assert.deepEqual(scansOf('2026-10-24T22:00:00Z', '2026-10-26T00:00:00Z', 'day'), [111, 1_000]);
  assert.deepEqual(scansOf('2026-10-25T00:15:00Z', '2026-10-25T23:45:00Z', 'month'), [110]);
});
