import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { countryCodes } from '#core/country-codes.ts';
import { parseNewQrCode, parseQrCodeChange } from '#core/qr-code-input.ts';
import { deviceClasses } from '#core/rules/device-class.ts';
import { formatRedirectRule, parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { weekdays } from '#core/weekdays.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const cases = scaled(100_000, 3_000);
const overHttp = scaled(100_000, 500);
const created = scaled(5_000, 100);

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
const day = fc
  .integer({ min: -25_000, max: 40_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
const dates = fc.tuple(day, day).map((days) => days.sort());
const dateRule = fc.record({ dates, yearly: fc.boolean(), url }).map(({ dates: [start, end], ...rest }) => ({
  condition: 'date',
  date_start: start,
  date_end: end,
  ...rest,
}));
const language = fc.constantFrom('de', 'pt-BR', 'zh-Hant', 'en-US', 'sr-Latn-RS');
const languageRule = fc.oneof(
  fc.record({ condition: fc.constant('language'), value: language, url }),
  fc.record({
    condition: fc.constant('device'),
    value: device,
    condition2: fc.constant('language'),
    value2: language,
    url,
  }),
);
const goodRule = fc.oneof(deviceRule, countryRule, bothRule, scheduleRule, dateRule, languageRule);
const goodRules = fc.array(goodRule, { maxLength: 20 });

/** A valid rule with one mistake, or anything. */
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

/** A rule normalised by D18, D21 and D22. */
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
  test(`${cases} valid rule sets are accepted and come back unchanged, normalised`, () => {
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
/** Timestamps as people write them: any offset, fractions of any length, either letter case. */
const timestamp = fc
  .tuple(instant, fc.integer({ min: -1_439, max: 1_439 }), fc.integer({ min: 0, max: 9 }), fc.boolean())
  .map(([date, offsetMinutes, digits, lower]) => {
    const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString();
    const fraction = digits === 0 ? '' : `.${local.slice(20, 23).padEnd(digits, '7').slice(0, digits)}`;
    const sign = offsetMinutes < 0 ? '-' : '+';
    const offset = offsetMinutes === 0 ? 'Z' : sign + clockTime(Math.abs(offsetMinutes));
    const text = local.slice(0, 19) + fraction + offset;
    return lower ? text.toLowerCase() : text;
  });

/** D18 with Date alone: UTC, cut to milliseconds. */
function inUtc(text: string): string {
  const [, head = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(text.toUpperCase()) ?? [];
  return new Date(`${head}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`).toISOString();
}

const label = fc
  .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
  .filter((text) => text.trim() !== '' && !text.includes('\0'));
const goodChange = fc
  .record(
    {
      label,
      redirect_url: url,
      redirect_rules: fc.oneof(goodRules, fc.constant(null)),
      expires_at: fc.oneof(timestamp, fc.constant(null)),
      scan_limit: fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.constant(null)),
    },
    { requiredKeys: [] },
  )
  .filter((change) => Object.keys(change).length > 0);

describe('changes', () => {
  test(`${cases} changes: absent stays absent, null clears, and every value is kept`, () => {
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
        if (body.label !== undefined) assert.equal(change.label, body.label.trim());
        if (body.redirect_url !== undefined)
          assert.equal(change.redirectUrl, new URL(body.redirect_url).href);
        if (body.redirect_rules !== undefined) {
          assert.deepEqual(
            change.redirectRules?.map(formatRedirectRule),
            (body.redirect_rules ?? []).map(normalised),
          );
        }
        if (body.expires_at === null) assert.equal(change.expiresAt, null);
        else if (body.expires_at !== undefined) {
          assert.equal(change.expiresAt?.toISOString(), inUtc(body.expires_at));
        }
        if ('scan_limit' in body) assert.equal(change.scanLimit, body.scan_limit);
      }),
      { numRuns: cases },
    );
  });

  test(`${cases} arbitrary bodies: no exception, and a refusal names a field`, () => {
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
            assert.match(parsed.message, /^(\w+(\[\d+\])?(\.\w+)?|The body contains no changes.) /);
        }
      }),
      { numRuns: cases },
    );
  });
});

/** What GET shows of a change, according to D18, D21 and D22. */
function shown(change: Record<string, unknown>): Record<string, unknown> {
  const { label: text, redirect_url: target, redirect_rules: rules, expires_at: expiry } = change;
  return {
    ...change,
    ...(typeof text === 'string' && { label: text.trim() }),
    ...(typeof target === 'string' && { redirect_url: new URL(target).href }),
    ...('redirect_rules' in change && {
      redirect_rules: ((rules ?? []) as Record<string, unknown>[]).map(normalised),
    }),
    ...(typeof expiry === 'string' && { expires_at: inUtc(expiry) }),
  };
}

describe('over HTTP', () => {
  const lanes = 10;
  let api: TestApi;
  let account: TestAccount;

  before(async () => {
    api = await startTestApi();
    account = await api.createAccount();
  });
  after(() => api.close());

  const get = async (id: string) =>
    (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body;

  test(`${overHttp} changes of ${lanes} codes: GET shows all of them merged`, async () => {
    const codes: { id: string; expected: Record<string, unknown> }[] = [];
    for (let lane = 0; lane < lanes; lane++) {
      const { qr_id: id } = await api.createQrCode(account);
      codes.push({ id, expected: await get(id) });
    }
    const change = async (code: (typeof codes)[number], body: Record<string, unknown>) => {
      const patched = await api.request('PATCH', `/v1/qr-codes/${code.id}`, { key: account.key, body });
      // A generated URL can be longer than 2,048 characters once encoded.
      if (patched.status === 400) return assert.match(patched.body.message, /2048/);
      assert.equal(patched.status, 200, JSON.stringify(patched.body));
      code.expected = { ...code.expected, ...shown(body) };
      const now = await get(code.id);
      for (const field of [
        'label',
        'redirect_url',
        'redirect_rules',
        'expires_at',
        'scan_limit',
        'created_at',
        'status',
        'type',
      ]) {
        assert.deepEqual(now[field], code.expected[field], field);
      }
      assert.deepEqual(now.qr_data, { url: code.expected['redirect_url'] });
    };
    await check(
      fc.asyncProperty(fc.array(goodChange, { minLength: lanes, maxLength: lanes }), async (changes) => {
        await Promise.all(codes.map((code, lane) => change(code, changes[lane] ?? {})));
      }),
      overHttp / lanes,
    );
  });

  test(`${created} creations: GET shows the input, normalised`, async () => {
    const content = fc.oneof(
      fc.record({ type: fc.constantFrom('url', 'dynamic_url'), redirect_url: url }),
      fc.record({ type: fc.constant('text'), text: label }),
    );
    await check(
      fc.asyncProperty(content, goodChange, async (body, extra) => {
        const { redirect_url: _url, label: name, ...settings } = extra;
        const sent = { ...body, ...settings, ...(name !== undefined && { name }) };
        const made = await api.request('POST', '/v1/qr-codes', { key: account.key, body: sent });
        if (made.status === 400) return assert.match(made.body.message, /2048/);
        assert.equal(made.status, 201, JSON.stringify(made.body));
        const code = await get(made.body.qr_id);
        const expected = shown({
          redirect_rules: [],
          expires_at: null,
          scan_limit: null,
          label: 'Untitled',
          ...extra,
          ...body,
        });
        for (const field of ['label', 'type', 'redirect_rules', 'expires_at', 'scan_limit']) {
          assert.deepEqual(code[field], expected[field], field);
        }
        const isText = 'text' in body;
        assert.equal(code.redirect_url, isText ? '' : expected['redirect_url']);
        assert.deepEqual(
          code.qr_data,
          isText ? { text: body.text.trim() } : { url: expected['redirect_url'] },
        );
      }),
      created,
    );
  });
});

/** A failure names its seed and the failure, not the whole generated value. */
async function check<Values>(property: fc.IAsyncProperty<Values>, numRuns: number): Promise<void> {
  const result = await fc.check(property, { numRuns, endOnFailure: true });
  if (result.failed) throw new Error(`seed ${result.seed}: ${String(result.errorInstance).slice(0, 2_000)}`);
}
