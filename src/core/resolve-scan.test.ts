import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainTarget as target } from './plain-target.ts';
import { isServed, isServedUnder, resolveScan, type ScanTarget } from './resolve-scan.ts';
import type { ScanVisitor } from './rules/condition.ts';
import { parseRedirectRules, type RedirectRule } from './rules/redirect-rule.ts';
import { factsOf, winningRule } from './rules/winning-rule.ts';

// A Monday.
const noonMs = Date.parse('2026-11-16T12:00:00Z');
const visitor: ScanVisitor = { device: 'ios', country: 'DE', language: null };
const resolve = (changes: Partial<ScanTarget>, atMs = noonMs) =>
  resolveScan({ ...target, ...changes }, visitor, atMs);

describe('what a scan gets', () => {
  test('the default destination if no rule matches', () => {
    assert.deepEqual(resolve({}), { kind: 'redirect', url: 'https://example.com/', rule: null });
  });

  test('its text, if it has no destination', () => {
    const text = { redirectUrl: null, text: 'Table 4', textKind: 'vcard' } as const;
    assert.deepEqual(resolve(text), { kind: 'text', text: 'Table 4', textKind: 'vcard' });
  });

  test('404 before the first image, if archived, in an archived project, or of an erased account', () => {
    for (const changes of [
      { isPublic: false },
      { status: 'archived' },
      { isProjectArchived: true },
      { accountState: 'erased' },
    ] as const)
      assert.deepEqual(resolve(changes), { kind: 'not_found' }, JSON.stringify(changes));
  });

  test('403 if the code is blocked or its account suspended', () => {
    for (const changes of [{ status: 'blocked' }, { accountState: 'suspended' }] as const)
      assert.deepEqual(resolve(changes), { kind: 'blocked' }, JSON.stringify(changes));
  });

  test('not found has priority over blocked, and blocked over expired', () => {
    const expiresAtMs = noonMs - 1;
    assert.deepEqual(resolve({ status: 'blocked', isProjectArchived: true }), { kind: 'not_found' });
    assert.deepEqual(resolve({ accountState: 'suspended', status: 'archived' }), { kind: 'not_found' });
    assert.deepEqual(resolve({ status: 'blocked', expiresAtMs }), { kind: 'blocked' });
  });

  test('the moment of expiry still works, the next millisecond doesn’t', () => {
    assert.equal(resolve({ expiresAtMs: noonMs }).kind, 'redirect');
    assert.deepEqual(resolve({ expiresAtMs: noonMs - 1 }), { kind: 'expired' });
    assert.equal(resolve({ expiresAtMs: noonMs + 1 }).kind, 'redirect');
  });

  test('the first matching rule, with its place starting at 1', () => {
    const rules: RedirectRule[] = [
      { conditions: [{ kind: 'device', value: 'android' }], url: 'https://a.example/' },
      { conditions: [{ kind: 'country', value: 'DE' }], url: 'https://b.example/' },
      { conditions: [{ kind: 'device', value: 'ios' }], url: 'https://c.example/' },
    ];
    assert.deepEqual(resolve({ rules }), { kind: 'redirect', url: 'https://b.example/', rule: 2 });
    assert.deepEqual(resolve({ rules: rules.slice(0, 1) }), {
      kind: 'redirect',
      url: 'https://example.com/',
      rule: null,
    });
    assert.equal(resolve({ rules, redirectUrl: null }).kind, 'redirect');
  });
});

const win = (rule: RedirectRule, atMs: number, who = visitor, timeZone = 'UTC') =>
  winningRule([rule], factsOf(who, timeZone, atMs)) === 0;

describe('conditions', () => {
  test('two conditions must both match', () => {
    const rule: RedirectRule = {
      conditions: [
        { kind: 'device', value: 'ios' },
        { kind: 'country', value: 'DE' },
      ],
      url: 'https://a.example/',
    };
    assert.ok(win(rule, noonMs));
    assert.ok(!win(rule, noonMs, { device: 'ios', country: 'FR', language: null }));
    assert.ok(!win(rule, noonMs, { device: 'desktop', country: 'DE', language: null }));
  });

  test('an unknown country matches no country', () => {
    const rule: RedirectRule = {
      conditions: [{ kind: 'country', value: 'DE' }],
      url: 'https://a.example/',
    };
    assert.ok(!win(rule, noonMs, { device: 'ios', country: null, language: null }));
  });

  const window = (start: string, end: string): RedirectRule => {
    const parsed = parseRedirectRules([
      {
        condition: 'schedule',
        schedule_days: ['mon', 'tue'],
        schedule_start: start,
        schedule_end: end,
        url: 'https://a.example/',
      },
    ]);
    assert.ok(parsed.ok && parsed.value[0] !== undefined);
    return parsed.value[0];
  };
  const lunch = window('11:30', '14:00');
  const at = (text: string) => Date.parse(text);

  test('a schedule includes its start and excludes its end', () => {
    assert.ok(!win(lunch, at('2026-11-16T11:29:59.999Z')));
    assert.ok(win(lunch, at('2026-11-16T11:30:00Z')));
    assert.ok(win(lunch, at('2026-11-16T13:59:59.999Z')));
    assert.ok(!win(lunch, at('2026-11-16T14:00:00Z')));
  });

  test('a schedule matches only on its days', () => {
    assert.ok(win(lunch, at('2026-11-17T12:00:00Z')));
    assert.ok(!win(lunch, at('2026-11-18T12:00:00Z')));
    assert.ok(!win(lunch, at('2026-11-15T12:00:00Z')));
  });

  test('an end of 23:59 means the end of the day', () => {
    const evening = window('22:00', '23:59');
    assert.ok(win(evening, at('2026-11-16T23:59:59.999Z')));
    assert.ok(!win(evening, at('2026-11-18T00:00:00Z')));
    const earlier = window('22:00', '23:58');
    assert.ok(!win(earlier, at('2026-11-16T23:58:00Z')));
  });

  test('days and times are in the owner’s time zone', () => {
    // Monday 08:00 in New York, and Monday 22:00 in Tokyo.
    const instant = at('2026-11-16T13:00:00Z');
    assert.ok(win(lunch, instant));
    assert.ok(!win(lunch, instant, visitor, 'America/New_York'));
    assert.ok(win(window('21:59', '22:01'), instant, visitor, 'Asia/Tokyo'));
    // Sunday evening in New York is Monday in Berlin.
    const late = at('2026-11-16T02:00:00Z');
    assert.ok(win(window('03:00', '03:01'), late, visitor, 'Europe/Berlin'));
    assert.ok(!win(window('21:00', '21:01'), late, visitor, 'America/New_York'));
  });
});

test('our own host serves every code; a domain serves the codes of its project', () => {
  assert.ok(isServedUnder(target, null));
  assert.ok(isServedUnder({ ...target, domainHost: 'go.example' }, null));
  assert.ok(isServedUnder({ ...target, domainHost: 'go.example' }, 'go.example'));
  assert.ok(!isServedUnder({ ...target, domainHost: 'go.example' }, 'other.example'));
  assert.ok(!isServedUnder(target, 'go.example'));
});

test('a visitor who is redirected or sees a text is served', () => {
  const served = ['redirect', 'text', 'preview', 'not_found', 'blocked', 'expired'].filter((kind) =>
    isServed({ kind }),
  );
  assert.deepEqual(served, ['redirect', 'text']);
});
