import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitOvernight } from './overnight.ts';

const rule = (days: string[], start: string, end: string) => ({
  condition: 'schedule',
  schedule_days: days,
  schedule_start: start,
  schedule_end: end,
  url: 'https://example.com/',
});

test('a window over midnight becomes two rules, the second one day later', () => {
  assert.deepEqual(splitOvernight(rule(['fri', 'sun'], '22:00', '06:00')), [
    rule(['fri', 'sun'], '22:00', '23:59'),
    rule(['mon', 'sat'], '00:00', '06:00'),
  ]);
  const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  assert.deepEqual(splitOvernight(rule(week, '22:00', '06:00'))[1], rule(week, '00:00', '06:00'));
});

test('a window until midnight is one rule, and others stay as they are', () => {
  assert.deepEqual(splitOvernight(rule(['fri'], '22:00', '00:00')), [rule(['fri'], '22:00', '23:59')]);
  for (const same of [
    rule(['fri'], '09:00', '17:00'),
    rule(['fri'], '09:00', '09:00'),
    rule(['fri'], '', '06:00'),
  ])
    assert.deepEqual(splitOvernight(same), [same]);
  const device = { condition: 'device', value: 'ios', schedule_start: '22:00', schedule_end: '06:00' };
  assert.deepEqual(splitOvernight(device), [device]);
});
