import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseByteRange } from './byte-range.ts';

describe('a part of a file of 100 bytes', () => {
  const cases: [string | undefined, ReturnType<typeof parseByteRange>][] = [
    [undefined, null],
    ['bytes=0-1', { first: 0, last: 1 }],
    ['bytes=10-', { first: 10, last: 99 }],
    ['bytes=10-500', { first: 10, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=99-99', { first: 99, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['lines=0-1', null],
    ['bytes=0-9999999999999999', null],
  ];
  for (const [header, expected] of cases)
    test(String(header), () => assert.deepEqual(parseByteRange(header, 100), expected));
});
