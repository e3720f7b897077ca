import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDestination } from './destination.ts';

test('a destination is kept as the URL parser writes it, with its place', () => {
  assert.deepEqual(parseDestination('redirect_url', 'HTTP://Example.com:80/ü?q=1#f'), {
    ok: true,
    value: { field: 'redirect_url', url: 'http://example.com/%C3%BC?q=1#f' },
  });
  const longest = `https://example.com/${'a'.repeat(2_048 - 20)}`;
  assert.ok(parseDestination('url', longest).ok);
});

test('anything but a web address is refused, with the name of the field', () => {
  const refused: [unknown, string][] = [
    [5, 'url must be a string.'],
    [null, 'url must be a string.'],
    ['example.com', 'url must be an absolute http or https URL.'],
    ['javascript:alert(1)', 'url must be an absolute http or https URL.'],
    ['ftp://example.com/', 'url must be an absolute http or https URL.'],
    ['https://user@example.com/', 'url must not contain a user name or password.'],
    ['https://:secret@example.com/', 'url must not contain a user name or password.'],
    [`https://example.com/${'a'.repeat(2_048 - 19)}`, 'url must have at most 2048 characters once encoded.'],
  ];
  for (const [given, message] of refused)
    assert.partialDeepStrictEqual(parseDestination('url', given), { ok: false, message }, String(given));
});
