import { brightnessSums } from '../brightness-sums.ts';
import type { GrayImage } from '../gray-image.ts';
import type { Point } from './projection.ts';

/** One of the three squares in the corners of a code. */
export interface Eye {
  at: Point;
  /** Pixels per module along the rows and along the columns of the photograph. */
  modulePx: readonly [number, number];
  /** In how many rows it was found. */
  rows: number;
}

const rowStep = 2;
/** Of the three modules in the middle of an eye, in rows that are looked at. */
const rowsShare = 0.4;
const fewestRows = 2;
/** As the largest. Eyes of one code differ if it is seen from the side. */
const nearlyAsLarge = 0.3;
const eyesMax = 30;
/** A pattern with more of them is no poster. */
const candidatesMax = 400;
/** An eye is at most so many times as high as it is wide. */
const stretchMax = 2.5;

/** Squares in the proportions 1 : 1 : 3 : 1 : 1, from dark to light, in rows and columns. */
export function findEyes(image: GrayImage): Eye[] {
  const dark = darkPixels(image);
  const eyes: Eye[] = [];
  for (let y = 0; y < image.height; y += rowStep) {
    for (const candidate of candidatesIn(dark, image, y)) addEye(eyes, candidate);
    if (eyes.length > candidatesMax) break;
  }
  const likely = eyes
    .filter(({ rows, modulePx }) => rows >= Math.max(fewestRows, (rowsShare * 3 * modulePx[1]) / rowStep))
    .sort((first, second) => second.rows - first.rows);
  return likely.filter(({ rows }) => rows >= (likely[0]?.rows ?? 0) * nearlyAsLarge).slice(0, eyesMax);
}

/** 1 where a pixel is darker than its neighborhood. */
function darkPixels(image: GrayImage): Uint8Array {
  const { data, width, height } = image;
  const reach = Math.max(8, Math.round(Math.min(width, height) / 12));
  const stride = width + 1;
  const { sums } = brightnessSums(image);
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[bottom * stride + right] ?? 0) -
        (sums[top * stride + right] ?? 0) -
        (sums[bottom * stride + left] ?? 0) +
        (sums[top * stride + left] ?? 0);
      const mean = sum / ((bottom - top) * (right - left));
      if ((data[y * width + x] ?? 0) < mean * 0.94) dark[y * width + x] = 1;
    }
  }
  return dark;
}

function candidatesIn(dark: Uint8Array, { width, height }: GrayImage, y: number): Eye[] {
  const found: Eye[] = [];
  const starts: number[] = [];
  for (let x = 1; x < width; x++) {
    if (dark[y * width + x] !== dark[y * width + x - 1]) starts.push(x);
  }
  for (let at = 0; at + 5 < starts.length; at++) {
    const start = starts[at] ?? 0;
    if (dark[y * width + start] !== 1) continue;
    const runs = [1, 2, 3, 4, 5].map((next) => (starts[at + next] ?? 0) - (starts[at + next - 1] ?? 0));
    if (!isEye(runs)) continue;
    const x = Math.round(start + (runs[0] ?? 0) + (runs[1] ?? 0) + (runs[2] ?? 0) / 2);
    const down = runsThrough(dark, width, height, x, y, stretchMax * sumOf(runs));
    if (down === null || !isEye(down.runs)) continue;
    const modulePx = [sumOf(runs) / 7, sumOf(down.runs) / 7] as const;
    if (Math.max(...modulePx) > stretchMax * Math.min(...modulePx)) continue;
    found.push({ at: [x, down.middle], modulePx, rows: 1 });
  }
  return found;
}

/** The five runs of a column of which the third contains this pixel. */
function runsThrough(dark: Uint8Array, width: number, height: number, x: number, y: number, reach: number) {
  const isDark = (row: number) => dark[row * width + x] === 1;
  if (!isDark(y)) return null;
  const edge = (from: number, step: number, value: boolean) => {
    let row = from;
    while (row >= 0 && row < height && Math.abs(row - y) < reach && isDark(row) === value) row += step;
    return row;
  };
  const upper = [edge(y, -1, true)];
  const lower = [edge(y, 1, true)];
  for (const value of [false, true]) {
    upper.push(edge(upper.at(-1) ?? 0, -1, value));
    lower.push(edge(lower.at(-1) ?? 0, 1, value));
  }
  const [first = 0, second = 0, third = 0] = upper;
  const [fourth = 0, fifth = 0, sixth = 0] = lower;
  const runs = [second - third, first - second, fourth - first - 1, fifth - fourth, sixth - fifth];
  return { runs, middle: (first + fourth) / 2 };
}

function sumOf(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0);
}

function isEye(runs: readonly number[]): boolean {
  const modulePx = sumOf(runs) / 7;
  if (modulePx < 1.2) return false;
  return runs.every((run, at) => {
    const wanted = (at === 2 ? 3 : 1) * modulePx;
    return Math.abs(run - wanted) < (at === 2 ? 1.2 : 0.7) * modulePx;
  });
}

function addEye(eyes: Eye[], candidate: Eye): void {
  const [x, y] = candidate.at;
  const reach = 3 * Math.max(...candidate.modulePx);
  const same = eyes.find(({ at }) => Math.abs(at[0] - x) < reach && Math.abs(at[1] - y) < reach);
  if (same === undefined) eyes.push(candidate);
  else same.rows += 1;
}
