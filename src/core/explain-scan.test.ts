import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainScan, type ImaginedScan } from './explain-scan.ts';
import { plainTarget as target } from './plain-target.ts';
import type { ScanTarget } from './resolve-scan.ts';
import { parseRedirectRules } from './rules/redirect-rule.ts';

const scan: ImaginedScan = {
  host: null,
  isDomain: false,
  visitor: { device: 'ios', country: null, language: null },
  instantMs: Date.parse('2026-11-16T12:00:00Z'),
  scanCount: 5,
};
const rule = { conditions: [{ kind: 'device', value: 'ios' }], url: 'https://ios.example/' } as const;

function tier(from: number, until: number | null) {
  const rules = parseRedirectRules([{ condition: 'scan_number', from, until, url: 'https://ios.example/' }]);
  assert.ok(rules.ok);
  return rules.value;
}

test('the result of a scan and its reason, in every state', () => {
  const states: [Partial<ScanTarget>, Partial<ImaginedScan>, number, string | null, string][] = [
    [{}, {}, 302, 'https://example.com/', 'It has no redirect rules.'],
    [
      { rules: [{ ...rule, conditions: [...rule.conditions] }] },
      {},
      302,
      'https://ios.example/',
      'Rule 1 applies.',
    ],
    [
      { rules: [{ ...rule, conditions: [...rule.conditions] }] },
      { visitor: { device: 'android', country: 'DE', language: null } },
      302,
      'https://example.com/',
      'None of its rules matches this visitor now.',
    ],
    [{ rules: tier(6, 6) }, {}, 302, 'https://ios.example/', 'Rule 1 applies.'],
    [
      { rules: tier(7, null) },
      {},
      302,
      'https://example.com/',
      'None of its rules matches this visitor now.',
    ],
    [{ redirectUrl: null }, {}, 200, null, 'It shows a page with its content.'],
    [{ scanLimit: 6 }, {}, 302, 'https://example.com/', 'It has no redirect rules.'],
    [{ scanLimit: 5 }, {}, 410, null, 'It has reached its limit of 5 scans.'],
    [{ scanLimit: 5, redirectUrl: null }, {}, 410, null, 'It has reached its limit of 5 scans.'],
    [{ scanLimit: 5, status: 'blocked' }, {}, 403, null, 'The code is blocked.'],
    [{ accountState: 'suspended' }, {}, 403, null, 'Its account is suspended.'],
    [{ accountState: 'erased' }, {}, 404, null, 'Its account was erased.'],
    [{ status: 'archived' }, {}, 404, null, 'The code is archived.'],
    [{ isProjectArchived: true }, {}, 404, null, 'Its project is archived.'],
    [
      { isPublic: false },
      {},
      404,
      null,
      "It has no link. Its first image is not ready yet, or its type doesn't use one.",
    ],
    [{ expiresAtMs: 0 }, {}, 410, null, 'It expired at 1970-01-01T00:00:00.000Z.'],
    [
      {},
      { host: 'x.example' },
      421,
      null,
      'x.example is neither a host of this service nor a verified domain.',
    ],
    [{}, { host: '' }, 421, null, 'This host is neither a host of this service nor a verified domain.'],
    [
      {},
      { host: 'x.example', isDomain: true },
      404,
      null,
      "This code doesn't work on x.example, because its project has no such verified domain.",
    ],
    [
      { domainHost: 'x.example' },
      { host: 'x.example', isDomain: true },
      302,
      'https://example.com/',
      'It has no redirect rules.',
    ],
  ];
  for (const [of, by, status, destination, reason] of states)
    assert.deepEqual(explainScan({ ...target, ...of }, { ...scan, ...by }), { status, destination, reason });
});
