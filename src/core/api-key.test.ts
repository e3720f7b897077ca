import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { displayPrefix, isWellFormedApiKey, makeApiKey } from './api-key.ts';
import { crc32 as ownCrc32 } from './crc32.ts';

test('a key is api_live_ and 32 base-62 characters, the last 6 a CRC-32 of the 26 before', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let round = 0; round < 500; round++) {
    const key = makeApiKey(randomBytes);
    assert.match(key, /^api_live_[0-9A-Za-z]{32}$/);
    const checksum = Array.from(key.slice(-6)).reduce(
      (value, letter) => value * 62 + alphabet.indexOf(letter),
      0,
    );
    assert.equal(checksum, crc32(key.slice(9, -6)));
    assert.ok(isWellFormedApiKey(key));
  }
});

test('any one mistyped character of a key is noticed without a look-up', () => {
  const key = makeApiKey(randomBytes);
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === 'x' ? 'y' : 'x';
    assert.equal(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1)), false);
  }
  for (const wrong of [
    '',
    'api_live_',
    `${key} `,
    ` ${key}`,
    key.slice(0, -1),
    `${key}0`,
    `api_test_${key.slice(9)}`,
  ]) {
    assert.equal(isWellFormedApiKey(wrong), false);
  }
});

test('all characters of a key are equally likely', () => {
  const seen = new Map<string, number>();
  for (let round = 0; round < 20_000; round++) {
    for (const letter of makeApiKey(randomBytes).slice(9, 35)) seen.set(letter, (seen.get(letter) ?? 0) + 1);
  }
  // By chance alone the ratio stays below 1.12; taking every byte modulo 62 would give 1.25.
  const counts = [...seen.values()];
  assert.equal(seen.size, 62);
  assert.ok(
    Math.max(...counts) / Math.min(...counts) < 1.15,
    `${Math.min(...counts)} to ${Math.max(...counts)}`,
  );
});

test('the stored prefix reveals four random characters', () => {
  const key = makeApiKey(randomBytes);
  assert.equal(displayPrefix(key), key.slice(0, 13));
});

test('the checksum is the CRC-32 of zlib', () => {
  for (const text of ['', '123456789', 'waypost'.repeat(50)]) assert.equal(ownCrc32(text), crc32(text));
});
