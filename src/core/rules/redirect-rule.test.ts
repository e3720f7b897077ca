import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { companionsOf, conditionKinds, conditions } from './conditions.ts';
import { describeRule, formatRedirectRule, parseRedirectRules } from './redirect-rule.ts';
import { joinRule, splitRule } from './rule-source.ts';

const url = 'https://example.com/';
const ios = { condition: 'device', value: 'ios', url };
const advent = { condition: 'date', date_start: '2026-12-01', date_end: '2026-12-26', yearly: false, url };
const german = { condition: 'language', value: 'de', url };
const lunch = {
  condition: 'schedule',
  schedule_days: ['mon', 'fri'],
  schedule_start: '11:30',
  schedule_end: '14:00',
  url,
};

function parseOne(rule: unknown) {
  const parsed = parseRedirectRules([rule]);
  assert.ok(parsed.ok && parsed.value[0], JSON.stringify(parsed));
  return parsed.value[0];
}

describe('a refused rule names the rule, the field and the reason', () => {
  const refused: [string, unknown, string][] = [
    ['no array', { 0: ios }, 'redirect_rules must be an array.'],
    [
      'too many',
      Array.from({ length: 21 }, () => ios),
      'redirect_rules must have at most 20 entries; it has 21.',
    ],
    ['no object', [ios, 5], 'redirect_rules[1] must be an object.'],
    [
      'no condition',
      [{ url }],
      'redirect_rules[0].condition must be one of device, country, schedule, date, language, scan_number, split.',
    ],
    [
      'a name that every object has',
      [{ ...ios, condition: 'toString' }],
      'redirect_rules[0].condition must be one of device, country, schedule, date, language, scan_number, split.',
    ],
    [
      'a field of a schedule',
      [{ ...ios, schedule_end: '10:00' }],
      'redirect_rules[0].schedule_end is a field of schedule rules, but this is a device rule.',
    ],
    [
      'a value beside a schedule',
      [{ ...lunch, value: 'ios' }],
      "redirect_rules[0].value can't be combined with a schedule.",
    ],
    [
      'a second condition beside a schedule',
      [{ ...lunch, condition2: 'device', value2: 'ios' }],
      "redirect_rules[0].condition2 can't be combined with a schedule.",
    ],
    [
      'an unknown device',
      [{ ...ios, value: 'IOS' }],
      'redirect_rules[0].value must be one of ios, android, desktop.',
    ],
    [
      'an unknown country',
      [{ condition: 'country', value: 'UK', url }],
      'redirect_rules[0].value must be an ISO 3166-1 alpha-2 country code.',
    ],
    [
      'a second value alone',
      [{ ...ios, value2: 'DE' }],
      'redirect_rules[0].condition2 is required with value2.',
    ],
    [
      'a second condition alone',
      [{ ...ios, condition2: 'country' }],
      'redirect_rules[0].value2 is required with condition2.',
    ],
    [
      'the same kind twice',
      [{ ...ios, condition2: 'device', value2: 'android' }],
      'redirect_rules[0].condition2 must be one of country, date, language, scan_number, split if condition is device.',
    ],
    [
      'a wrong second value',
      [{ ...ios, condition2: 'country', value2: 'XX' }],
      'redirect_rules[0].value2 must be an ISO 3166-1 alpha-2 country code.',
    ],
    [
      'no days',
      [{ ...lunch, schedule_days: [] }],
      'redirect_rules[0].schedule_days must be an array of one to seven of mon, tue, wed, thu, fri, sat, sun.',
    ],
    [
      'an unknown day',
      [{ ...lunch, schedule_days: ['mon', 'Tue'] }],
      'redirect_rules[0].schedule_days must contain only mon, tue, wed, thu, fri, sat, sun.',
    ],
    [
      'eight days',
      [{ ...lunch, schedule_days: Array.from({ length: 8 }, () => 'mon') }],
      'redirect_rules[0].schedule_days must be an array of one to seven of mon, tue, wed, thu, fri, sat, sun.',
    ],
    [
      'no time of day',
      [{ ...lunch, schedule_start: '24:00' }],
      'redirect_rules[0].schedule_start must be a time of day as HH:mm, from 00:00 to 23:59.',
    ],
    [
      'a time with seconds',
      [{ ...lunch, schedule_end: '14:00:00' }],
      'redirect_rules[0].schedule_end must be a time of day as HH:mm, from 00:00 to 23:59.',
    ],
    [
      'an end that is its start',
      [{ ...lunch, schedule_end: '11:30' }],
      'redirect_rules[0].schedule_end must be later than schedule_start.',
    ],
    [
      'a day that does not exist',
      [{ ...advent, date_end: '2026-02-29' }],
      'redirect_rules[0].date_end must be a day such as 2026-12-24.',
    ],
    [
      'a last day before the first',
      [{ ...advent, date_end: '2026-11-30' }],
      'redirect_rules[0].date_end must not be before date_start.',
    ],
    [
      'a date with a schedule',
      [{ ...advent, condition2: 'schedule', schedule_days2: ['mon'] }],
      'redirect_rules[0].schedule_days2 is not a field of a rule.',
    ],
    [
      'a language that is none',
      [{ ...german, value: 'german language' }],
      'redirect_rules[0].value must be a language tag such as de or pt-BR.',
    ],
  ];
  for (const [name, source, message] of refused)
    test(name, () => assert.partialDeepStrictEqual(parseRedirectRules(source), { ok: false, message }));

  test('a missing URL', () => {
    const parsed = parseRedirectRules([{ condition: 'device', value: 'ios' }]);
    assert.ok(!parsed.ok);
    assert.match(parsed.message, /^redirect_rules\[0\]\.url /);
  });
});

describe('a rule that is read', () => {
  const both = { ...ios, condition2: 'country', value2: 'de' };

  test('is stored unchanged, with countries in upper case', () => {
    assert.deepEqual(formatRedirectRule(parseOne(lunch)), lunch);
    assert.deepEqual(formatRedirectRule(parseOne(both)), { ...both, value2: 'DE' });
    const night = { ...lunch, schedule_start: '00:00', schedule_end: '23:59' };
    assert.deepEqual(formatRedirectRule(parseOne(night)), night);
  });

  test('is described in a few words', () => {
    assert.equal(describeRule(parseOne(both)), 'iPhone and iPad, Germany');
    assert.equal(describeRule(parseOne(lunch)), 'Mon, Fri, 11:30–14:00');
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    assert.equal(
      describeRule(parseOne({ ...lunch, schedule_days: week, schedule_end: '23:59' })),
      'every day, 11:30–23:59',
    );
  });

  test('until 23:59 means until midnight', () => {
    const [condition] = parseOne({ ...lunch, schedule_end: '23:59' }).conditions;
    assert.deepEqual(condition, {
      kind: 'schedule',
      value: { days: ['mon', 'fri'], startMinute: 690, endMinute: 1_440 },
    });
  });

  test('is split and joined without loss', () => {
    for (const rule of [ios, both, lunch]) {
      const [first, second = null] = splitRule(rule);
      assert.ok(first);
      assert.deepEqual(joinRule(first, second, rule.url), rule);
    }
    assert.deepEqual(splitRule({ condition: 'weather', url }), []);
  });
});

describe('every condition in the registry', () => {
  for (const kind of conditionKinds) {
    const { fields, isCombinable } = conditions[kind];
    test(`${kind}: a choice starts with one of its options, and companions are those that can be combined`, () => {
      for (const { control, options, initial } of Object.values(fields))
        if (control === 'choice') assert.ok(Object.keys(options ?? {}).includes(String(initial)));
      assert.equal(companionsOf(kind).length > 0, isCombinable);
      assert.ok(!companionsOf(kind).includes(kind));
    });
  }

  const facts = {
    device: 'ios',
    country: 'DE',
    language: null,
    day: 0,
    weekday: 0,
    minuteOfDay: 700,
    share: null,
    number: null,
    slot: null,
  } as const;
  test('says why it matches or doesn’t', () => {
    const { device, country, schedule } = conditions;
    assert.equal(device.explain('ios', facts), 'the device is iPhone and iPad.');
    assert.equal(device.explain('android', facts), 'Only for Android.');
    assert.equal(country.explain('DE', facts), 'the country is Germany.');
    assert.equal(country.explain('FR', facts), 'Only for France.');
    const monday = { days: ['mon' as const], startMinute: 690, endMinute: 840 };
    assert.equal(schedule.explain(monday, facts), 'Mon 11:40 is within 11:30–14:00.');
    assert.equal(
      schedule.explain(monday, { ...facts, minuteOfDay: 840 }),
      'Mon 14:00 is outside 11:30–14:00.',
    );
    assert.equal(schedule.explain(monday, { ...facts, weekday: 6 }), 'Sun is not one of its days.');
  });
});
