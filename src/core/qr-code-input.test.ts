import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  advancedField,
  destinationsOf,
  needsAdvancedRedirects,
  parseNewQrCode,
  parseQrCodeChange,
} from './qr-code-input.ts';

const url = 'https://example.com/';

describe('a new code', () => {
  const value = (body: Record<string, unknown>) => {
    const parsed = parseNewQrCode(body);
    assert.ok(parsed.ok, JSON.stringify(parsed));
    return parsed.value;
  };

  test('has defaults', () => {
    assert.deepEqual(value({ redirect_url: url }), {
      label: 'Untitled',
      type: 'url',
      projectId: null,
      redirectUrl: url,
      content: null,
    });
  });

  test('prefers its name to its label', () => {
    assert.equal(value({ redirect_url: url, name: ' A ', label: 'B' }).label, 'A');
    assert.equal(value({ redirect_url: url, label: 'B' }).label, 'B');
  });

  test('of type text has its text from either field, and no destination', () => {
    const content = { text: 'Hello' };
    for (const body of [
      { text: 'Hello' },
      { qr_data: { text: 'Hello' } },
      { text: 'Hello', qr_data: { text: 'No' } },
    ]) {
      const made = value({ type: 'text', ...body });
      assert.deepEqual([made.redirectUrl, made.content], [null, content]);
    }
  });

  test('has settings only if they are in the body', () => {
    const made = value({ redirect_url: url, redirect_rules: null, expires_at: null, scan_limit: null });
    assert.deepEqual([made.redirectRules, made.expiresAt, made.scanLimit], [[], null, null]);
    const other = value({ redirect_url: url, expires_at: '2027-01-31T18:00:00Z', scan_limit: 1 });
    assert.deepEqual([other.expiresAt, other.scanLimit], [new Date('2027-01-31T18:00:00Z'), 1]);
    assert.ok(!('redirectRules' in other));
  });

  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['no URL', {}, /^redirect_url is required for type url\.$/],
    ['no URL of a dynamic one', { type: 'dynamic_url' }, /^redirect_url is required for type dynamic_url\.$/],
    ['a name that is no text', { name: 5, redirect_url: url }, /^name must be a string\.$/],
    [
      'a label that is empty',
      { label: ' ', redirect_url: url },
      /^label must have 1 to 255 characters; it has 0\.$/,
    ],
    ['an unknown type', { type: 'song' }, /^type must be one of /],
    [
      'a type of the dashboard',
      { type: 'wifi' },
      /^Codes of type wifi can be created only in the dashboard\. /,
    ],
    ['a type that is no text', { type: 7 }, /^type must be one of /],
    ['no text', { type: 'text' }, /^text is required for type text\.$/],
    ['a text that is none', { type: 'text', text: 5 }, /^text must be a string\.$/],
    ['a project that is no text', { redirect_url: url, project_id: 5 }, /^project_id must be a string\.$/],
    [
      'an expiry without an offset',
      { redirect_url: url, expires_at: '2027-01-31T18:00:00' },
      /^expires_at must be/,
    ],
    ['an expiry that is a number', { redirect_url: url, expires_at: 5 }, /^expires_at must be/],
    [
      'a limit of nothing',
      { redirect_url: url, scan_limit: 0 },
      /^scan_limit must be a whole number from 1 to 2147483647\.$/,
    ],
    ['a limit that is no whole number', { redirect_url: url, scan_limit: 1.5 }, /^scan_limit/],
    ['a limit that is too large', { redirect_url: url, scan_limit: 2_147_483_648 }, /^scan_limit/],
    [
      'rules that are none',
      { redirect_url: url, redirect_rules: 'x' },
      /^redirect_rules must be an array\.$/,
    ],
  ];
  for (const [name, body, message] of refused)
    test(`is refused with ${name}`, () => {
      const parsed = parseNewQrCode(body);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, message);
    });
});

describe('a change', () => {
  test('contains only the fields of the body', () => {
    assert.deepEqual(parseQrCodeChange({ label: 'A', name: 'B' }), { ok: true, value: { label: 'A' } });
    assert.deepEqual(parseQrCodeChange({ name: 'B' }), { ok: true, value: { label: 'B' } });
    assert.deepEqual(parseQrCodeChange({ redirect_url: 'HTTPS://example.com' }), {
      ok: true,
      value: { redirectUrl: url },
    });
    for (const status of ['active', 'archived'] as const)
      assert.deepEqual(parseQrCodeChange({ status }), { ok: true, value: { status } });
    assert.deepEqual(parseQrCodeChange({ scan_limit: null }), { ok: true, value: { scanLimit: null } });
  });

  test('without fields lists what can be changed', () => {
    assert.partialDeepStrictEqual(parseQrCodeChange({ type: 'url' }), {
      ok: false,
      message:
        'The body contains no changes. Send at least one of label, redirect_url, status, redirect_rules, expires_at, scan_limit, design, template_id, tags, forwarded_params.',
    });
  });

  test('to an unknown status is refused', () => {
    assert.partialDeepStrictEqual(parseQrCodeChange({ status: 'blocked' }), {
      ok: false,
      message: 'status must be active or archived.',
    });
  });
});

test('the destinations of a code are its target, its rules and the website of a contact, with their places', () => {
  const rule = (to: string) => ({
    conditions: [{ kind: 'device' as const, value: 'ios' as const }],
    url: to,
  });
  assert.deepEqual(
    destinationsOf({
      redirectUrl: url,
      redirectRules: [rule('https://a.example/'), rule('https://b.example/')] as never,
      content: { website: 'https://c.example/' },
    }),
    [
      { field: 'redirect_url', url },
      { field: 'redirect_rules[0].url', url: 'https://a.example/' },
      { field: 'redirect_rules[1].url', url: 'https://b.example/' },
      { field: 'content.website', url: 'https://c.example/' },
    ],
  );
  assert.deepEqual(destinationsOf({ redirectUrl: null, content: { website: '' } }), []);
  assert.deepEqual(destinationsOf({ content: 'text' }), []);
});

test('rules, expiry and limit need the plan feature; clearing them doesn’t, and neither do app stores', () => {
  const rules = [{ conditions: [{ kind: 'device', value: 'ios' }], url }] as never;
  assert.equal(advancedField({ redirectRules: rules, scanLimit: 1 }), 'redirect_rules');
  assert.equal(advancedField({ expiresAt: new Date() }), 'expires_at');
  assert.equal(advancedField({ scanLimit: 1 }), 'scan_limit');
  assert.equal(advancedField({ redirectRules: [], expiresAt: null, scanLimit: null }), null);
  const code = { label: 'x', redirectUrl: url, content: null, projectId: null, redirectRules: rules };
  assert.equal(needsAdvancedRedirects({ ...code, type: 'url' }), 'redirect_rules');
  assert.equal(needsAdvancedRedirects({ ...code, type: 'app_store' }), null);
  assert.equal(needsAdvancedRedirects({ ...code, type: 'app_store', scanLimit: 1 }), 'scan_limit');
});
