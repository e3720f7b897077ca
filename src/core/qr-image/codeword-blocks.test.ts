import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unusedCorrection } from './codeword-blocks.ts';
import { errorLevels, makeQrMatrix, type QrMatrix } from './qr-matrix.ts';

function symbol(text: string, level: (typeof errorLevels)[number]): QrMatrix {
  const matrix = makeQrMatrix(text, level);
  assert.ok(matrix);
  return matrix;
}

/** The remaining correction if a reader sees these modules inverted. */
function leftAfter(matrix: QrMatrix, isWrong: (x: number, y: number) => boolean): number {
  return unusedCorrection(matrix, (x, y) => matrix.isDark(x, y) !== isWrong(x, y));
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

describe('unused error correction', () => {
  test('is 1 if every module is read correctly', () => {
    for (const level of errorLevels)
      assert.equal(
        leftAfter(symbol('A'.repeat(200), level), () => false),
        1,
      );
  });

  test('one wrong module costs one codeword of its block', () => {
    /** A block can correct half as many codewords as the table says. */
    const expected: [
      letters: number,
      level: (typeof errorLevels)[number],
      version: number,
      mendable: number,
    ][] = [
      [10, 'H', 1, 8],
      [20, 'H', 2, 14],
      [100, 'L', 4, 10],
      [60, 'Q', 4, 13],
      [200, 'M', 8, 11],
      [1_000, 'Q', 25, 15],
    ];
    for (const [letters, level, version, mendable] of expected) {
      const matrix = symbol('A'.repeat(letters), level);
      assert.deepEqual([matrix.version, matrix.level], [version, level], `${letters} letters`);
      const { size } = matrix;
      const left = leftAfter(matrix, (x, y) => x === size - 1 && y === size - 1);
      assert.equal(rounded(left), rounded(1 - 1 / mendable), `version ${version} ${level}`);
    }
  });

  test('eight wrong modules of one codeword cost as much as one', () => {
    const matrix = symbol('A'.repeat(20), 'H');
    const { size } = matrix;
    const one = leftAfter(matrix, (x, y) => x === size - 1 && y === size - 1);
    assert.equal(
      leftAfter(matrix, (x, y) => x >= size - 2 && y >= size - 4),
      one,
    );
    assert.ok(leftAfter(matrix, (x, y) => x >= size - 2 && y >= size - 5) < one);
  });

  test('eyes, timing and format are not data', () => {
    const matrix = symbol('A'.repeat(200), 'M');
    const { size, version } = matrix;
    assert.ok(version >= 7);
    const isEye = (x: number, y: number) =>
      (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
    const isTiming = (x: number, y: number) => x === 6 || y === 6;
    const isVersion = (x: number, y: number) => (x >= size - 11 && y < 6) || (x < 6 && y >= size - 11);
    assert.equal(leftAfter(matrix, isEye), 1);
    assert.equal(leftAfter(matrix, isTiming), 1);
    assert.equal(leftAfter(matrix, isVersion), 1);
    assert.ok(leftAfter(matrix, (x, y) => x === 9 && y === 8) < 1);
    assert.ok(leftAfter(matrix, (x, y) => x === 8 && y === 9) < 1);
    assert.ok(leftAfter(matrix, (x, y) => x === size - 12 && y === 0) < 1);
    assert.ok(leftAfter(matrix, (x, y) => x === size - 9 && y === 7) < 1);
  });

  test('damage in one place is spread over the blocks', () => {
    const matrix = symbol('A'.repeat(1_000), 'Q');
    const spot = leftAfter(matrix, (x, y) => x >= 40 && x < 44 && y >= 40 && y < 44);
    assert.ok(spot > 0.8 && spot < 1, `${spot}`);
    assert.ok(leftAfter(matrix, (x, y) => x > 20 && y > 20) < 0);
  });
});
