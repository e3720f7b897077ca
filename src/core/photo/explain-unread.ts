import type { GrayImage } from '../gray-image.ts';
import { type Eye, findEyes } from './find-eyes.ts';
import { measureSymbol } from './measure-symbol.ts';
import type { PhotoFault } from './photo-fault.ts';
import type { Corners, Point } from './projection.ts';
import { reachesBorder } from './reaches-border.ts';
import { areaBrightness, fullRange, quantile } from './sample-area.ts';
import { widestEdge } from './widest-edge.ts';

/** A code that was seen but not read. */
export interface SeenSymbol {
  corners: Corners;
  modules: number;
}

/** Of an area, per side; each block is some modules wide, so each has light and dark in it. */
const blocksPerSide = 8;
const samplesPerBlock = 8;
/** Per side. */
const samplesOfPhoto = 300;
/** Brighter than paper that isn't over-exposed. */
const lampBrightness = 240;
/** Of a photograph, or of a code. */
const mirroredMin = { photo: 0.003, code: 0.03 };
const blurredPx = 4.2;
/** Of the sizes of eyes. */
const tiltedRatio = 1.5;
/** Of the whole photograph. */
const contrastMin = 60;
/** Of an eye that is not just an ornament. */
const clearRows = 4;

/** The most probable reason why nothing in a photograph can be read. */
export function explainUnread(image: GrayImage, seen: SeenSymbol | null): PhotoFault {
  const whole = areaBrightness(image, cornersOf(image), samplesOfPhoto);
  if (seen === null && fullRange(whole) < contrastMin) return 'low_contrast';
  if (seen === null && widestEdge(image) > blurredPx) return 'blurred';
  const eyes = findEyes(image);
  if (reachesBorder(image, eyes)) return 'cut_off';
  const symbol = seen ?? symbolOfEyes(eyes);
  if (symbol !== null) return explainSymbol(image, symbol);
  if (eyes.length > 0 && brightestShare(whole) > mirroredMin.photo) return 'glare';
  const clear = eyes.filter(({ rows }) => rows >= clearRows);
  if (clear.length === 0) return 'not_found';
  const sizes = clear.map(({ modulePx }) => modulePx[0]);
  return Math.max(...sizes) > tiltedRatio * Math.min(...sizes) ? 'tilted' : 'covered';
}

export function hasCornerOutside({ width, height }: GrayImage, corners: Corners): boolean {
  return corners.some(([x, y]) => x < -1 || y < -1 || x > width || y > height);
}

function explainSymbol(image: GrayImage, { corners, modules }: SeenSymbol): PhotoFault {
  if (hasCornerOutside(image, corners)) return 'cut_off';
  const perSide = blocksPerSide * samplesPerBlock;
  const brightness = areaBrightness(image, corners, perSide);
  const measures = measureSymbol(image, corners, modules);
  if (measures.modulePx < 2.4) return 'small';
  if (measures.tiltDegrees > 60) return 'tilted';
  if (brightestShare(brightness) > mirroredMin.code) return 'glare';
  if (measures.contrast < 0.18) return 'low_contrast';
  const plain = countPlainBlocks(brightness, perSide);
  if (plain >= 4) return 'covered';
  if (measures.tiltDegrees > 45) return 'tilted';
  if (measures.edgeModules > 0.5) return 'blurred';
  return measures.modulePx < 4 ? 'small' : 'covered';
}

function brightestShare(brightness: Float64Array): number {
  return brightness.filter((value) => value > lampBrightness).length / brightness.length;
}

/** Blocks without any edge. */
function countPlainBlocks(brightness: Float64Array, perSide: number): number {
  const ranges = Array.from({ length: blocksPerSide ** 2 }, (_, block) => {
    const [left, top] = [block % blocksPerSide, Math.floor(block / blocksPerSide)];
    const values = Array.from({ length: samplesPerBlock ** 2 }, (_value, at) => {
      const row = top * samplesPerBlock + Math.floor(at / samplesPerBlock);
      return brightness[row * perSide + left * samplesPerBlock + (at % samplesPerBlock)] ?? 0;
    });
    return quantile(values, 0.92) - quantile(values, 0.08);
  });
  const usual = quantile(ranges, 0.6);
  return ranges.filter((range) => range < usual * 0.3).length;
}

/** Three eyes of about the same size, the middle one at a corner. */
function symbolOfEyes(eyes: readonly Eye[]): SeenSymbol | null {
  let best: { symbol: SeenSymbol; error: number } | null = null;
  for (const corner of eyes) {
    for (const right of eyes) {
      for (const below of eyes) {
        if (right === corner || below === corner || right === below) continue;
        const candidate = squareOf(corner, right, below);
        if (candidate !== null && candidate.error < (best?.error ?? 0.6)) best = candidate;
      }
    }
  }
  return best?.symbol ?? null;
}

function squareOf(corner: Eye, right: Eye, below: Eye): { symbol: SeenSymbol; error: number } | null {
  const across = minus(right.at, corner.at);
  const down = minus(below.at, corner.at);
  const turn = across[0] * down[1] - across[1] * down[0];
  const [width, height] = [Math.hypot(...across), Math.hypot(...down)];
  const sizes = [corner, right, below].map(({ modulePx }) => Math.sqrt(modulePx[0] * modulePx[1]));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const modulePx = sizes.reduce((sum, size) => sum + size, 0) / 3;
  const between = Math.sqrt(width * height) / modulePx;
  if (turn < 0.5 * width * height || most > 1.8 * least || between < 10 || between > 120) return null;
  const error = Math.abs(Math.log(width / height)) + Math.abs(Math.log(most / least));
  const modules = Math.max(21, Math.round((between + 7 - 17) / 4) * 4 + 17);
  // The eyes are 3.5 modules inside of the corners.
  const [x, y] = [3.5 / (modules - 7), 3.5 / (modules - 7)];
  const at = (u: number, v: number): Point => [
    corner.at[0] + across[0] * u + down[0] * v,
    corner.at[1] + across[1] * u + down[1] * v,
  ];
  return {
    symbol: { corners: [at(-x, -y), at(1 + x, -y), at(1 + x, 1 + y), at(-x, 1 + y)], modules },
    error,
  };
}

function minus([x, y]: Point, [fromX, fromY]: Point): readonly [number, number] {
  return [x - fromX, y - fromY];
}

function cornersOf({ width, height }: GrayImage): Corners {
  return [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
}
