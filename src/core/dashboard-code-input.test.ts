import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDashboardChange, parseNewDashboardCode } from './dashboard-code-input.ts';

const stores = {
  ios_url: 'https://a.example/',
  android_url: 'https://b.example/',
  fallback_url: 'https://c.example/',
};

function read(body: Record<string, unknown>) {
  const parsed = parseNewDashboardCode(body);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  return parsed.value;
}

function refusal(body: Record<string, unknown>): string {
  const parsed = parseNewDashboardCode(body);
  assert.ok(!parsed.ok);
  return parsed.message;
}

describe('a new code of the dashboard', () => {
  test('of an API type can also have a design and the analytics switch', () => {
    const code = read({
      type: 'url',
      redirect_url: 'https://example.com',
      design: { dot_style: 'dots' },
      analytics_enabled: false,
    });
    assert.equal(code.type, 'url');
    assert.equal(code.redirectUrl, 'https://example.com/');
    assert.deepEqual(code.design, { dot_style: 'dots' });
    assert.equal(code.analyticsEnabled, false);
    const plain = read({ type: 'url', redirect_url: 'https://example.com' });
    assert.ok(!('design' in plain) && !('analyticsEnabled' in plain));
  });

  test('of type text takes its text from the content', () => {
    assert.deepEqual(read({ type: 'text', content: { text: 'Hi' } }).content, { text: 'Hi' });
    assert.match(refusal({ type: 'text', content: 'Hi' }), /^text /);
    assert.match(refusal({ type: 'hologram' }), /^type /);
    assert.match(refusal({ type: 7 }), /^type /);
  });

  test('of a dashboard type has content and no destination', () => {
    const code = read({ type: 'vcard', label: 'Ada', content: { last_name: 'L' }, scan_limit: 5 });
    assert.deepEqual(
      [code.type, code.label, code.content, code.redirectUrl, code.scanLimit],
      ['vcard', 'Ada', { last_name: 'L' }, null, 5],
    );
    assert.match(refusal({ type: 'vcard', content: {} }), /^content\.last_name /);
    assert.match(refusal({ type: 'vcard', label: 7, content: { last_name: 'L' } }), /^label /);
  });

  test('of a static type has no limit and no rules', () => {
    const phone = { type: 'phone', content: { phone: '+49 30' } };
    assert.deepEqual(read(phone).content, { phone: '+49 30' });
    assert.equal(
      refusal({ ...phone, scan_limit: 5 }),
      "scan_limit can't be set: a code of type phone is static, so it has no rules, expiry date or scan limit.",
    );
  });

  test('for app stores sends each phone to its store, and all other devices to a page', () => {
    const code = read({ type: 'app_store', content: stores });
    assert.deepEqual([code.redirectUrl, code.content], ['https://c.example/', null]);
    assert.deepEqual(code.redirectRules, [
      { conditions: [{ kind: 'device', value: 'ios' }], url: 'https://a.example/' },
      { conditions: [{ kind: 'device', value: 'android' }], url: 'https://b.example/' },
    ]);
    assert.equal(
      refusal({
        type: 'app_store',
        content: stores,
        redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://x.example/' }],
      }),
      'For type app_store, Waypost sets redirect_rules itself. Leave them out.',
    );
  });

  test('must fit into a symbol at its error correction', () => {
    const long = (length: number) => ({
      type: 'email',
      content: { to: 'a@example.com', body: '€'.repeat(length) },
    });
    const tooLong = 'content is too long for a QR code. Shorten it.';
    assert.ok(parseNewDashboardCode(long(200)).ok);
    assert.equal(refusal(long(400)), tooLong);
    assert.equal(refusal({ ...long(250), design: { error_correction: 'H' } }), tooLong);
    assert.ok(parseNewDashboardCode({ ...long(250), design: { error_correction: 'L' } }).ok);
  });

  test('is refused if its design or the switch for analytics is invalid', () => {
    const url = { type: 'url', redirect_url: 'https://example.com' };
    assert.equal(refusal({ ...url, design: 'dots' }), 'design must be an object or null.');
    assert.equal(refusal({ ...url, analytics_enabled: 'yes' }), 'analytics_enabled must be true or false.');
  });
});

describe('a change in the dashboard', () => {
  test('can contain what the API can change, and what only the dashboard can change', () => {
    assert.deepEqual(parseDashboardChange({ label: 'x', analytics_enabled: true }), {
      ok: true,
      value: { label: 'x', analyticsEnabled: true },
    });
    assert.deepEqual(parseDashboardChange({ design: null }), { ok: true, value: { design: null } });
    assert.deepEqual(parseDashboardChange({ content: { a: 1 }, unknown: 1 }), {
      ok: true,
      value: { content: { a: 1 } },
    });
  });

  test('is refused if it is invalid or empty', () => {
    assert.ok(!parseDashboardChange({}).ok);
    assert.ok(!parseDashboardChange({ label: 7, design: null }).ok);
    assert.partialDeepStrictEqual(parseDashboardChange({ analytics_enabled: 1 }), {
      ok: false,
      message: 'analytics_enabled must be true or false.',
    });
  });
});
