import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { applyLimitOverrides, parsePlanCatalogue } from './plan.ts';

const source = JSON.parse(readFileSync(new URL('../../plans.json', import.meta.url), 'utf8'));

test('the catalogue holds the numbers of D52', () => {
  const parsed = parsePlanCatalogue(source);
  assert.ok(parsed.ok);
  const numbers = [...parsed.value.values()].map(
    ({ name, apiAccess, advancedRedirects, qrCreation, limits }) => [
      name,
      apiAccess,
      limits.qrCodes,
      limits.requestsPerSecond,
      limits.requestsPerMinute,
      limits.requestsPerDay,
      advancedRedirects,
      qrCreation,
      limits.apiKeys,
    ],
  );
  assert.deepEqual(numbers, [
    ['free', false, 5, 5, 30, 500, false, true, 2],
    ['starter', true, 100, 10, 60, 5_000, false, true, 2],
    ['pro', true, 1_000, 20, 300, 50_000, false, true, 2],
    ['agency', true, 25_000, 50, 1_200, 500_000, true, true, 2],
    ['enterprise', true, 1_000_000, 200, 6_000, 5_000_000, true, true, 10],
    ['suspended', true, 0, 5, 30, 500, false, false, 2],
  ]);
});

describe('a malformed catalogue is refused and says where', () => {
  const broken: [string, unknown, RegExp][] = [
    ['no object', [], /must be a JSON object/],
    ['no plan', {}, /no plan/],
    [
      'a limit as text',
      { pro: { ...source.pro, requests_per_minute: '300' } },
      /"pro": requests_per_minute .* not "300"/,
    ],
    ['a fraction', { pro: { ...source.pro, qr_codes: 1.5 } }, /qr_codes must be a whole number/],
    ['a negative limit', { pro: { ...source.pro, qr_codes: -1 } }, /qr_codes/],
    ['no requests at all', { pro: { ...source.pro, requests_per_day: 0 } }, /requests_per_day/],
    ['null for unlimited', { pro: { ...source.pro, requests_per_day: null } }, /requests_per_day/],
    ['a missing limit', { pro: { ...source.pro, api_keys: undefined } }, /api_keys/],
    ['a switch as text', { pro: { ...source.pro, api_access: 'yes' } }, /api_access must be true or false/],
    ['an unknown field', { pro: { ...source.pro, qr_code: 5 } }, /unknown field "qr_code"/],
    ['a plan that is no object', { pro: 5 }, /"pro" must be a JSON object/],
    ['a name in capitals', { Pro: source.pro }, /"Pro"/],
  ];
  for (const [name, catalogue, problem] of broken) {
    test(name, () => {
      const parsed = parsePlanCatalogue(catalogue);
      assert.ok(!parsed.ok);
      assert.match(parsed.problems.join('\n'), problem);
    });
  }
});

test('all mistakes of a catalogue are reported at once', () => {
  const parsed = parsePlanCatalogue({ pro: { ...source.pro, qr_codes: 'a', api_keys: 'b', api_access: 1 } });
  assert.ok(!parsed.ok);
  assert.equal(parsed.problems.length, 3);
});

test('an override replaces one limit; a malformed one never means unlimited', () => {
  const parsed = parsePlanCatalogue(source);
  assert.ok(parsed.ok);
  const pro = parsed.value.get('pro');
  assert.ok(pro);
  const applied = applyLimitOverrides(pro, { qr_codes: 2 });
  assert.ok(applied.ok);
  assert.deepEqual(applied.value, { ...pro.limits, qrCodes: 2 });
  const malformed = [
    null,
    [],
    'x',
    { qr_codes: null },
    { qr_codes: '2' },
    { qr_codes: -1 },
    { requests_per_minute: 0 },
    { nope: 1 },
  ];
  for (const overrides of malformed)
    assert.equal(applyLimitOverrides(pro, overrides).ok, false, JSON.stringify(overrides));
});
