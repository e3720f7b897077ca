import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

test('bytes of every length and value come back, written as Node writes them', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    const text = encodeBase64Url(bytes);
    assert.equal(text, Buffer.from(bytes).toString('base64url'));
    assert.deepEqual(decodeBase64Url(text), bytes);
  }
});

test('only the canonical form is accepted', () => {
  for (const text of ['A', 'AB', 'AA=', 'A+', 'A/', 'AAA=', 'AAB', ' AA', 'AAAAA'])
    assert.equal(decodeBase64Url(text), null, text);
  assert.deepEqual(decodeBase64Url('AA'), Uint8Array.of(0));
  assert.deepEqual(decodeBase64Url('__-_'), Uint8Array.of(255, 255, 191));
});
