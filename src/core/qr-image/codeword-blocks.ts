import type { ErrorLevel, QrMatrix } from './qr-matrix.ts';
import { partOf } from './symbol-parts.ts';

/** Error correction codewords of each block, by version from 1 to 40 (ISO/IEC 18004, table 9). */
const correctionOf: Record<ErrorLevel, string> = {
  L: '7,10,15,20,26,18,20,24,30,18,20,24,26,30,22,24,28,30,28,28,28,28,30,30,26,28,30,30,30,30,30,30,30,30,30,30,30,30,30,30',
  M: '10,16,26,18,24,16,18,22,22,26,30,22,22,24,24,28,28,26,26,26,26,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28',
  Q: '13,22,18,26,18,24,18,22,20,24,28,26,24,20,30,24,28,28,26,30,28,30,30,30,30,28,30,30,30,30,30,30,30,30,30,30,30,30,30,30',
  H: '17,28,22,16,22,28,26,26,24,28,24,28,22,24,24,30,28,28,26,28,30,24,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30',
};
/** Blocks, by version from 1 to 40. */
const blocksOf: Record<ErrorLevel, string> = {
  L: '1,1,1,1,1,2,2,2,2,4,4,4,4,4,6,6,6,6,7,8,8,9,9,10,12,12,12,13,14,15,16,17,18,19,19,20,21,22,24,25',
  M: '1,1,1,2,2,4,4,4,5,5,5,8,9,9,10,10,11,13,14,16,17,17,18,20,21,23,25,26,28,29,31,33,35,37,38,40,43,45,47,49',
  Q: '1,1,2,2,4,4,6,6,8,8,8,10,12,16,12,17,16,18,21,20,23,23,25,27,29,34,34,35,38,40,43,45,48,51,53,56,59,62,65,68',
  H: '1,1,2,4,4,4,5,6,8,8,11,11,16,16,18,16,19,21,25,25,25,34,30,32,35,37,40,42,45,48,51,54,57,60,63,66,70,74,77,81',
};

/**
 * The error correction that an image leaves for dirt and glare: 1 if all modules are right, 0 if one more wrong codeword makes a block
 * unreadable, below 0 if one already is.
 */
export function unusedCorrection(matrix: QrMatrix, seen: (x: number, y: number) => boolean): number {
  const wrong = new Set<number>();
  let bit = 0;
  for (const { x, y } of dataModules(matrix)) {
    if (seen(x, y) !== matrix.isDark(x, y)) wrong.add(Math.floor(bit / 8));
    bit += 1;
  }
  const codewords = Math.floor(bit / 8);
  const blocks = entry(blocksOf, matrix);
  const correction = entry(correctionOf, matrix);
  const wrongInBlock = Array.from({ length: blocks }, () => 0);
  for (const codeword of wrong) {
    if (codeword >= codewords) continue;
    const block = blockOf(codeword, codewords, blocks, correction);
    wrongInBlock[block] = (wrongInBlock[block] ?? 0) + 1;
  }
  return 1 - Math.max(...wrongInBlock) / Math.floor(correction / 2);
}

function entry(table: Record<ErrorLevel, string>, { level, version }: QrMatrix): number {
  return Number(table[level].split(',')[version - 1]);
}

/** Codewords are distributed to the blocks in turn; the last blocks have one more data codeword, distributed after the others. */
function blockOf(codeword: number, codewords: number, blocks: number, correction: number): number {
  const dataCodewords = codewords - blocks * correction;
  const shortLength = Math.floor(dataCodewords / blocks);
  if (codeword >= dataCodewords) return (codeword - dataCodewords) % blocks;
  if (codeword < shortLength * blocks) return codeword % blocks;
  const longBlocks = dataCodewords % blocks;
  return blocks - longBlocks + (codeword - shortLength * blocks);
}

/** The data modules in filling order: up and down in pairs of columns. */
function* dataModules(matrix: QrMatrix): Generator<{ x: number; y: number }> {
  const isFunction = functionModules(matrix);
  const { size } = matrix;
  let upwards = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!isFunction(x, y)) yield { x, y };
      }
    }
    upwards = !upwards;
  }
}

function functionModules(matrix: QrMatrix): (x: number, y: number) => boolean {
  const { size, version } = matrix;
  const part = partOf(matrix);
  return (x, y) => {
    // Eyes with their separators and the format bits next to them.
    if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
    if (x === 6 || y === 6) return true;
    if (version >= 7 && ((x >= size - 11 && y < 6) || (x < 6 && y >= size - 11))) return true;
    return part(x, y) === 'alignment';
  };
}
