import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePreferWait } from './prefer-wait.ts';

test('the first wait preference counts, up to ten seconds; a malformed one is ignored', () => {
  const cases: [header: string | undefined, seconds: number | null][] = [
    [undefined, null],
    ['', null],
    ['wait=5', 5],
    ['Wait = 5', 5],
    ['respond-async, wait=3; strict', 3],
    ['wait="7"', 7],
    ['wait=10', 10],
    ['wait=11', 10],
    ['wait=99999999999', null],
    ['wait=2, wait=9', 2],
    ['wait=0', null],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['wait=x, wait=3', null],
    ['wait', null],
    ['await=5', null],
  ];
  for (const [header, seconds] of cases) assert.equal(parsePreferWait(header), seconds, header);
});
