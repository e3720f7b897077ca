import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePageSize } from './page-size.ts';

const cases: [string | undefined, number][] = [
  [undefined, 20],
  ['', 20],
  ['ten', 20],
  ['10abc', 20],
  ['0x10', 20],
  ['NaN', 20],
  ['Infinity', 20],
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['1e9', 100],
  ['1e999', 100],
  ['99999999999999999999', 100],
  ['7.9', 7],
  ['.5', -1],
  ['0', -1],
  ['-0', -1],
  ['-5', -1],
  ['-0.9', -1],
  [' 5', 5],
  ['+5', 5],
];

for (const [raw, expected] of cases) {
  test(`page_size ${JSON.stringify(raw)} means ${expected === -1 ? 'too small' : expected}`, () => {
    assert.equal(parsePageSize(raw, -1), expected);
  });
}
