import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmailAddress } from './email-address.ts';

test('an address is stored trimmed and in lower case', () => {
  for (const [given, kept] of [
    [' Ada@Example.COM ', 'ada@example.com'],
    ['o’neil.x+tag@sub.example.co', null],
    ["o'neil.x+tag@sub.example.co", "o'neil.x+tag@sub.example.co"],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ] as const) {
    const parsed = parseEmailAddress('email', given);
    assert.equal(parsed.ok ? parsed.value : null, kept, given);
  }
});

test('addresses that mail programs interpret differently are refused, with the name of the field', () => {
  for (const given of [
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a b@example.com',
    '"a b"@example.com',
    'a(b)@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa mple.com',
    'ada@[127.0.0.1]',
    'ada@example..com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])
    assert.partialDeepStrictEqual(
      parseEmailAddress('email', given),
      { ok: false, message: 'email must be an email address, such as ada@example.com.' },
      given,
    );
});
