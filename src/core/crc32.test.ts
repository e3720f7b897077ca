import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { crc32 } from './crc32.ts';

test('the checksum is the one of zlib', () => {
  for (const text of ['', '0', '123456789', 'waypost', '~'.repeat(1_000)])
    assert.equal(crc32(text), zlibCrc32(text), text);
});
