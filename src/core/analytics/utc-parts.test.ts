import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utcParts } from './utc-parts.ts';

const at = (text: string) => Date.parse(text);

test('a range consists of whole months, whole days, and parts of two days', () => {
  assert.deepEqual(utcParts(at('2026-01-30T06:00:00Z'), at('2026-04-03T12:00:00Z')), {
    months: ['2026-02-01', '2026-03-01'],
    dayRanges: [
      ['2026-01-31', '2026-01-31'],
      ['2026-04-01', '2026-04-02'],
    ],
    surplusRanges: [],
    partialDays: ['2026-01-30', '2026-04-03'],
  });
});

test('whole months need neither days nor parts', () => {
  assert.deepEqual(utcParts(at('2025-12-01T00:00:00Z'), at('2026-02-01T00:00:00Z')), {
    months: ['2025-12-01', '2026-01-01'],
    dayRanges: [],
    surplusRanges: [],
    partialDays: [],
  });
});

test('days within a month are one range', () => {
  assert.deepEqual(utcParts(at('2026-02-02T00:00:00Z'), at('2026-02-05T00:00:00Z')), {
    months: [],
    dayRanges: [['2026-02-02', '2026-02-04']],
    surplusRanges: [],
    partialDays: [],
  });
});

test('a part of one day is that day alone', () => {
  assert.deepEqual(utcParts(at('2026-02-02T03:00:00Z'), at('2026-02-02T04:00:00Z')), {
    months: [],
    dayRanges: [],
    surplusRanges: [],
    partialDays: ['2026-02-02'],
  });
});

test('parts of two days that meet have no whole day between them', () => {
  assert.deepEqual(utcParts(at('2026-02-02T23:00:00Z'), at('2026-02-03T01:00:00Z')), {
    months: [],
    dayRanges: [],
    surplusRanges: [],
    partialDays: ['2026-02-02', '2026-02-03'],
  });
});

test('most of a month is the month without its other days', () => {
  assert.deepEqual(utcParts(at('2026-01-03T06:00:00Z'), at('2026-02-21T12:00:00Z')), {
    months: ['2026-01-01', '2026-02-01'],
    dayRanges: [],
    surplusRanges: [
      ['2026-01-01', '2026-01-03'],
      ['2026-02-21', '2026-02-28'],
    ],
    partialDays: ['2026-01-03', '2026-02-21'],
  });
});
