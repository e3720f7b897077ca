import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commonLanguageTag, parseLanguageTag, preferredLanguage } from '../language-tag.ts';
import { describeRule, formatRedirectRule, parseRedirectRules } from './redirect-rule.ts';
import { reachableRules } from './rule-coverage.ts';
import { winningRule } from './winning-rule.ts';

const url = 'https://example.com/';
const advent = { condition: 'date', date_start: '2026-12-01', date_end: '2026-12-26', yearly: false, url };
const german = { condition: 'language', value: 'de', url };

function parseOne(rule: unknown) {
  const parsed = parseRedirectRules([rule]);
  assert.ok(parsed.ok && parsed.value[0], JSON.stringify(parsed));
  return parsed.value[0];
}

describe('a date', () => {
  const matches = (range: { date_start: string; date_end: string; yearly?: boolean }, date: string) => {
    const rule = parseOne({ condition: 'date', ...range, url });
    const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    return (
      winningRule([rule], {
        device: 'ios',
        country: null,
        language: null,
        day,
        weekday: 0,
        minuteOfDay: 0,
        share: null,
        number: null,
        slot: null,
      }) === 0
    );
  };

  test('holds from its first to its last day, both included', () => {
    const range = { date_start: '2026-12-01', date_end: '2026-12-26' };
    const days = ['2026-11-30', '2026-12-01', '2026-12-26', '2026-12-27', '2027-12-10'];
    assert.deepEqual(
      days.map((day) => matches(range, day)),
      [false, true, true, false, false],
    );
  });

  test('of every year may go beyond New Year', () => {
    const range = { date_start: '2026-12-27', date_end: '2026-01-06', yearly: true };
    const days = ['2026-12-26', '2026-12-27', '2031-12-31', '2032-01-06', '2032-01-07', '2032-07-01'];
    assert.deepEqual(
      days.map((day) => matches(range, day)),
      [false, true, true, true, false, false],
    );
  });

  test('on the 29th of February of every year holds in leap years only', () => {
    const range = { date_start: '2028-02-29', date_end: '2028-02-29', yearly: true };
    const days = ['2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29', '2028-03-01'];
    assert.deepEqual(
      days.map((day) => matches(range, day)),
      [false, false, false, true, false],
    );
  });
});

describe('a language', () => {
  const accepted = (header: string) => preferredLanguage(header);
  test('is the one with the highest weight, and the first of equals', () => {
    assert.equal(accepted('en;q=0.7, de-at;q=0.9, fr;q=0.9'), 'de-AT');
    assert.equal(accepted('*, EN-us;q=0.5'), 'en-US');
    assert.equal(accepted('zh-cmn-Hans,en;q=0.5'), 'zh-cmn-Hans');
    assert.equal(accepted(`${'en;q=0.1,'.repeat(5)}de`), 'de');
    assert.equal(accepted(`${'x'.repeat(495)},fr;q=0.1`), null);
    assert.equal(accepted('de;q=0, x, 1234;q=1'), null);
    assert.equal(accepted('de;q=nonsense,en;q=0.1'), 'en');
    assert.equal(accepted(''), null);
  });

  test('matches its regions, but a region does not match the whole language', () => {
    const winner = (value: string, language: string | null) =>
      winningRule([parseOne({ ...german, value })], {
        device: 'ios',
        country: null,
        language,
        day: 0,
        weekday: 0,
        minuteOfDay: 0,
        share: null,
        number: null,
        slot: null,
      });
    assert.deepEqual(
      [
        winner('de', 'de'),
        winner('DE', 'de-AT'),
        winner('de-AT', 'de'),
        winner('de', 'den'),
        winner('de', null),
        winner('zh-hant', 'zh-Hant-TW'),
      ],
      [0, 0, -1, -1, -1, 0],
    );
  });

  test('and a date can be combined with any condition except a schedule', () => {
    const both = { ...advent, condition2: 'language', value2: 'pt-BR' };
    assert.deepEqual(formatRedirectRule(parseOne(both)), both);
    assert.equal(describeRule(parseOne(both)), 'Dec 1 – Dec 26, 2026, Brazilian Portuguese');
    const { date_start, date_end } = advent;
    const other = {
      condition: 'country',
      value: 'DE',
      condition2: 'date',
      date_start2: date_start,
      date_end2: date_end,
      url,
    };
    assert.deepEqual(formatRedirectRule(parseOne(other)), { ...other, yearly2: false });
  });
});

test('what is stored of a language names nobody', () => {
  const stored = ['de', 'pt-BR', 'zh-Hant-TW', 'es-419', 'de-x-alice', 'en-u-ca-gregory', 'sl-rozaj-biske'];
  assert.deepEqual(
    stored.map((tag) => commonLanguageTag(parseLanguageTag(tag) ?? '')),
    ['de', 'pt-BR', 'zh-Hant-TW', 'es-419', 'de', 'en', 'sl'],
  );
});

describe('rules that can never match', () => {
  const date = (start: string, end: string, yearly = false) =>
    parseOne({ condition: 'date', date_start: start, date_end: end, yearly, url });
  test('are found among dates', () => {
    const advent = date('2026-12-01', '2026-12-26', true);
    assert.deepEqual(reachableRules([date('2027-01-01', '2028-12-31'), advent]), [true, true]);
    assert.deepEqual(reachableRules([advent, date('2027-12-24', '2027-12-24')]), [true, false]);
    assert.deepEqual(reachableRules([advent, date('2027-12-24', '2027-12-27')]), [true, true]);
    assert.deepEqual(reachableRules([advent, date('2028-02-29', '2028-02-29', true)]), [true, true]);
  });

  test('are not looked for among too many combinations', () => {
    const languages = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'da', 'sv'];
    const both = (value2: string, at: number) =>
      parseOne({
        condition: 'date',
        date_start: `2026-01-0${at + 1}`,
        date_end: `2026-02-0${at + 1}`,
        yearly: true,
        condition2: 'language',
        value2,
        url,
      });
    const country = (value: string) => parseOne({ condition: 'country', value, url });
    const schedule = (hour: number) =>
      parseOne({
        condition: 'schedule',
        schedule_days: ['mon', 'tue'],
        schedule_start: `0${hour}:00`,
        schedule_end: `0${hour}:30`,
        url,
      });
    const countries = ['DE', 'FR', 'IT', 'ES', 'DE'].map(country);
    const rules = [...[1, 2, 3, 4, 5, 6].map(schedule), ...languages.map(both), ...countries];
    const startedMs = performance.now();
    assert.ok(reachableRules(rules).every(Boolean));
    assert.ok(performance.now() - startedMs < 1_000);
  });
});
