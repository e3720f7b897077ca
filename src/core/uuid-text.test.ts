import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidText } from './uuid-text.ts';

test('32 digits are written as a UUID', () => {
  assert.equal(uuidText('0123456789abcdef0123456789abcdef'), '01234567-89ab-cdef-0123-456789abcdef');
});
