import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { countryCodes } from '#core/country-codes.ts';
import { parseNewQrCode, parseQrCodeChange } from '#core/qr-code-input.ts';
import { deviceClasses, formatRedirectRule, parseRedirectRules, weekdays } from '#core/redirect-rule.ts';
import { scaled } from './support/proof-scale.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/test-api.ts';

const cases = scaled(100_000, 3_000);
const overHttp = scaled(3_000, 150);

const url = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    'HTTP://EXAMPLE.com',
    'https://example.com/a b',
    'https://exämple.com/ü?q=ü',
    'http://8.8.8.8:80/',
  ),
);
const country = fc.constantFrom(...countryCodes).chain((code) => fc.constantFrom(code, code.toLowerCase()));
const device = fc.constantFrom(...deviceClasses);
const minute = fc.integer({ min: 0, max: 1_439 });
const clockTime = (value: number) =>
  `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;

const deviceRule = fc.record({ condition: fc.constant('device'), value: device, url });
const countryRule = fc.record({ condition: fc.constant('country'), value: country, url });
const bothRule = fc.oneof(
  fc.record({
    condition: fc.constant('device'),
    value: device,
    condition2: fc.constant('country'),
    value2: country,
    url,
  }),
  fc.record({
    condition: fc.constant('country'),
    value: country,
    condition2: fc.constant('device'),
    value2: device,
    url,
  }),
);
const scheduleRule = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }), minute, minute, url)
  .filter(([, start, end]) => start !== end)
  .map(([days, a, b, target]) => ({
    condition: 'schedule',
    schedule_days: days,
    schedule_start: clockTime(Math.min(a, b)),
    schedule_end: clockTime(Math.max(a, b)),
    url: target,
  }));
const goodRule = fc.oneof(deviceRule, countryRule, bothRule, scheduleRule);
const goodRules = fc.array(goodRule, { maxLength: 20 });

/** A good rule with one thing wrong, or anything at all. */
const anyRule = fc.oneof(
  goodRule,
  fc
    .tuple(
      goodRule,
      fc.constantFrom(
        'condition',
        'value',
        'condition2',
        'value2',
        'schedule_days',
        'schedule_start',
        'schedule_end',
        'url',
      ),
      fc.jsonValue(),
    )
    .map(([rule, field, value]) => ({ ...rule, [field]: value })),
  fc.jsonValue(),
);

/** What D18, D21 and D22 make of a rule. */
function normalised(rule: Record<string, unknown>): Record<string, unknown> {
  const upper = (kind: unknown, value: unknown) => (kind === 'country' ? String(value).toUpperCase() : value);
  return {
    ...rule,
    url: new URL(String(rule['url'])).href,
    ...('value' in rule && { value: upper(rule['condition'], rule['value']) }),
    ...('value2' in rule && { value2: upper(rule['condition2'], rule['value2']) }),
  };
}

describe('redirect rules', () => {
  test(`${cases} good rule sets are accepted and come back as they are, normalised`, () => {
    fc.assert(
      fc.property(goodRules, (rules) => {
        const parsed = parseRedirectRules(rules);
        assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
        assert.deepEqual(parsed.value.map(formatRedirectRule), rules.map(normalised));
      }),
      { numRuns: cases },
    );
  });

  test(`${cases} arbitrary rule sets: refused with the index and field, or accepted in a form that is accepted again unchanged`, () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(anyRule, { maxLength: 22 }), fc.jsonValue()), (source) => {
        const parsed = parseRedirectRules(source);
        if (!parsed.ok) return assert.match(parsed.message, /^redirect_rules(\[\d+\](\.\w+)?)? /);
        const stored = parsed.value.map(formatRedirectRule);
        const again = parseRedirectRules(stored);
        assert.ok(again.ok);
        assert.deepEqual(again.value.map(formatRedirectRule), stored);
      }),
      { numRuns: cases },
    );
  });
});

const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const label = fc
  .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
  .filter((text) => text.trim() !== '' && !text.includes('\0'));
const goodChange = fc
  .record(
    {
      label,
      redirect_url: url,
      redirect_rules: fc.oneof(goodRules, fc.constant(null)),
      expires_at: fc.oneof(
        instant.map((date) => date.toISOString()),
        fc.constant(null),
      ),
      scan_limit: fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.constant(null)),
    },
    { requiredKeys: [] },
  )
  .filter((change) => Object.keys(change).length > 0);

describe('changes', () => {
  test(`${cases} changes: what is absent stays absent, null clears, and every value is kept`, () => {
    fc.assert(
      fc.property(goodChange, (body) => {
        const parsed = parseQrCodeChange(body);
        assert.ok(parsed.ok);
        const change = parsed.value;
        assert.equal('label' in change, 'label' in body);
        assert.equal('redirectUrl' in change, 'redirect_url' in body);
        assert.equal('redirectRules' in change, 'redirect_rules' in body);
        assert.equal('expiresAt' in change, 'expires_at' in body);
        assert.equal('scanLimit' in change, 'scan_limit' in body);
        if (body.expires_at === null) assert.equal(change.expiresAt, null);
        else if (body.expires_at !== undefined)
          assert.equal(change.expiresAt?.toISOString(), body.expires_at);
        if ('scan_limit' in body) assert.equal(change.scanLimit, body.scan_limit);
      }),
      { numRuns: cases },
    );
  });

  test(`${cases} arbitrary bodies: never a throw, and a refusal names a field`, () => {
    const fields = [
      'name',
      'label',
      'type',
      'redirect_url',
      'text',
      'qr_data',
      'project_id',
      'status',
      'redirect_rules',
      'expires_at',
      'scan_limit',
    ];
    const body = fc.dictionary(
      fc.constantFrom(...fields, '__proto__', 'x'),
      fc.oneof(fc.jsonValue(), url, label, goodRules),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(body, (source) => {
        for (const parse of [parseNewQrCode, parseQrCodeChange]) {
          const parsed = parse(source);
          if (!parsed.ok)
            assert.match(parsed.message, /^(\w+(\[\d+\])?(\.\w+)?|The body has nothing to change;) /);
        }
      }),
      { numRuns: cases },
    );
  });
});

describe('over HTTP', () => {
  let api: TestApi;
  let account: TestAccount;

  before(async () => {
    api = await startTestApi();
    account = await api.createAccount();
  });
  after(() => api.close());

  test(`${overHttp} changes of one code: GET shows the merge of all of them`, async () => {
    const { qr_id: id } = await api.createQrCode(account);
    const { body: first } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
    let expected = first;
    const result = await fc.check(
      fc.asyncProperty(goodChange, async (change) => {
        const patched = await api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body: change });
        if (patched.status === 400) {
          // Longer than 2,048 characters once encoded.
          assert.match(patched.body.message, /2048/);
          return;
        }
        assert.equal(patched.status, 200, JSON.stringify(patched.body));
        expected = {
          ...expected,
          ...('label' in change && { label: change.label?.trim() }),
          ...('redirect_url' in change && { redirect_url: new URL(change.redirect_url ?? '').href }),
          ...('redirect_rules' in change && {
            redirect_rules: (change.redirect_rules ?? []).map(normalised),
          }),
          ...('expires_at' in change && { expires_at: change.expires_at }),
          ...('scan_limit' in change && { scan_limit: change.scan_limit }),
        };
        const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key });
        for (const field of [
          'label',
          'redirect_url',
          'redirect_rules',
          'expires_at',
          'scan_limit',
          'created_at',
          'status',
        ]) {
          assert.deepEqual(body[field], expected[field], field);
        }
      }),
      { numRuns: overHttp, endOnFailure: true },
    );
    if (result.failed)
      throw new Error(`seed ${result.seed}: ${String(result.errorInstance).slice(0, 2_000)}`);
  });
});
