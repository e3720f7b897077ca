import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPeriod, splitSequence } from './split-sequence.ts';

/** Percents of up to six shares that together are at most 100. */
function* combinations(): Generator<number[]> {
  for (let one = 1; one <= 100; one++) yield [one];
  for (let one = 1; one < 100; one++) for (let other = 1; other <= 100 - one; other++) yield [one, other];
  for (const step of [1, 3, 7, 11, 16]) {
    yield Array.from({ length: Math.floor(100 / step) }, () => step);
    for (let first = 1; first + step * 4 <= 100; first++) yield [first, step, step * 2, step];
  }
}

test('no share is ever off by more than one scan, and after 100 scans each is exact', () => {
  for (const percents of combinations()) {
    const sequence = splitSequence(percents);
    const given = percents.map(() => 0);
    for (const [scan, share] of sequence.entries()) {
      if (share !== -1) given[share] = (given[share] ?? 0) + 1;
      for (const [index, percent] of percents.entries()) {
        const off = Math.abs((given[index] ?? 0) - ((scan + 1) * percent) / 100);
        assert.ok(
          off < 1,
          `share ${index} of ${percents.join(', ')} is off by ${off} after scan ${scan + 1}`,
        );
      }
    }
    assert.deepEqual([sequence.length, ...given], [splitPeriod, ...percents]);
  }
});
