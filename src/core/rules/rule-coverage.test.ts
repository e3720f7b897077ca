import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRedirectRules } from './redirect-rule.ts';
import { reachableRules, scheduleOf } from './rule-coverage.ts';

const url = 'https://example.com/';
const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const rulesOf = (source: Record<string, unknown>[]) => {
  const parsed = parseRedirectRules(source.map((rule) => ({ url, ...rule })));
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
};
const device = (value: string, country?: string) => ({
  condition: 'device',
  value,
  ...(country && { condition2: 'country', value2: country }),
});
const country = (value: string) => ({ condition: 'country', value });
const schedule = (days: string[], start: string, end: string) => ({
  condition: 'schedule',
  schedule_days: days,
  schedule_start: start,
  schedule_end: end,
});

describe('rules that can never match', () => {
  const cases: [string, Record<string, unknown>[], boolean[]][] = [
    ['the same condition twice', [device('ios'), device('ios')], [true, false]],
    ['a narrower one behind a wider one', [country('DE'), device('ios', 'DE')], [true, false]],
    ['a wider one behind a narrower one', [device('ios', 'DE'), country('DE')], [true, true]],
    [
      'anything behind all devices',
      [device('ios'), device('android'), device('desktop'), country('FR')],
      [true, true, true, false],
    ],
    [
      'a country behind all its devices',
      [device('ios', 'DE'), device('android', 'DE'), device('desktop', 'DE'), country('DE')],
      [true, true, true, false],
    ],
    ['anything behind a whole week', [schedule(all, '00:00', '23:59'), device('ios')], [true, false]],
    [
      'a time inside others',
      [
        schedule(['mon'], '08:00', '12:00'),
        schedule(['mon'], '12:00', '18:00'),
        schedule(['mon'], '09:00', '17:00'),
      ],
      [true, true, false],
    ],
    [
      'a time that reaches a minute further',
      [schedule(['mon'], '08:00', '12:00'), schedule(['mon'], '08:00', '12:01')],
      [true, true],
    ],
  ];
  for (const [name, source, expected] of cases)
    test(name, () => assert.deepEqual(reachableRules(rulesOf(source)), expected));
});

test('the parts of a day cover the whole day, with overlaps in rule order', () => {
  const rules = rulesOf([schedule(['tue'], '10:00', '12:00'), schedule(['tue'], '11:00', '23:59')]);
  assert.deepEqual(scheduleOf(rules, 1), [
    { startMinute: 0, endMinute: 600, rules: [] },
    { startMinute: 600, endMinute: 660, rules: [0] },
    { startMinute: 660, endMinute: 720, rules: [0, 1] },
    { startMinute: 720, endMinute: 1440, rules: [1] },
  ]);
  assert.deepEqual(scheduleOf(rules, 0), [{ startMinute: 0, endMinute: 1440, rules: [] }]);
});
