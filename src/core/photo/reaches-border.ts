import type { GrayImage } from '../gray-image.ts';
import type { Eye } from './find-eyes.ts';

/** So that most blocks inside of a code have an edge in them, and none of its free border has. */
const blockModules = 1.5;
/** Of the brightness of an eye. */
const edgeShare = 0.45;
/** The clearest; a code has three. */
const eyesMax = 5;
/** A code is at least fourteen blocks wide. */
const borderBlocksMin = 6;
/** Of eight. Lines of a frame have fewer. */
const edgesAroundMin = 5;
/** From the middle of an eye to its border. */
const eyeBlocks = 3;

/** Whether the modules around these eyes go on up to an edge of the photograph. */
export function reachesBorder(image: GrayImage, eyes: readonly Eye[]): boolean {
  return eyes.slice(0, eyesMax).some((eye) => borderBlocks(image, eye) >= borderBlocksMin);
}

/** How many blocks at the edges of the photograph can be reached over blocks among many others with edges. */
function borderBlocks(image: GrayImage, { at: [x, y], modulePx }: Eye): number {
  const blockPx = blockModules * Math.sqrt(modulePx[0] * modulePx[1]);
  const [columns, rows] = [Math.floor(image.width / blockPx), Math.floor(image.height / blockPx)];
  if (columns < 2 || rows < 2) return 0;
  const least = edgeShare * rangeOf(image, x - 3 * blockPx, y - 3 * blockPx, 6 * blockPx);
  const isOutside = (column: number, row: number) =>
    column < 0 || row < 0 || column >= columns || row >= rows;
  /** 0 is unknown, 1 is no, 2 is yes. */
  const known = new Uint8Array(columns * rows);
  const hasEdge = (column: number, row: number) => {
    if (isOutside(column, row)) return true;
    const at = row * columns + column;
    if (known[at] === 0)
      known[at] = rangeOf(image, column * blockPx, row * blockPx, blockPx) >= least ? 2 : 1;
    return known[at] === 2;
  };
  const isAmongEdges = (column: number, row: number) =>
    around.filter(([right, down]) => hasEdge(column + right, row + down)).length >= edgesAroundMin;
  const start = [Math.floor(x / blockPx), Math.floor(y / blockPx)] as const;
  const visited = new Uint8Array(columns * rows);
  const queue = [start];
  let border = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [column, row] = next;
    const key = row * columns + column;
    if (isOutside(column, row) || visited[key] === 1) continue;
    visited[key] = 1;
    const isEye = Math.abs(column - start[0]) <= eyeBlocks && Math.abs(row - start[1]) <= eyeBlocks;
    if (!isEye && !(hasEdge(column, row) && isAmongEdges(column, row))) continue;
    if (column === 0 || row === 0 || column === columns - 1 || row === rows - 1) border += 1;
    for (const [right, down] of around)
      if (visited[key + down * columns + right] !== 1) queue.push([column + right, row + down]);
  }
  return border;
}

const around = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Between the darkest and the brightest pixel of a square. */
function rangeOf({ data, width, height }: GrayImage, left: number, top: number, side: number): number {
  let [low, high] = [255, 0];
  const [fromX, fromY] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
  const [toX, toY] = [Math.min(width, Math.round(left + side)), Math.min(height, Math.round(top + side))];
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const value = data[y * width + x] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return high - low;
}
