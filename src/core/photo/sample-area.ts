import type { GrayImage } from '../gray-image.ts';
import { type Corners, type Point, projection } from './projection.ts';

/** Brightness and its steepest change at points spread evenly over a part of a photograph. */
export interface AreaSamples {
  /** `perSide` values in each of `perSide` rows. */
  brightness: Float64Array;
  slope: Float64Array;
  perSide: number;
}

export const unitSquare: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * @param corners of the area in the photograph. What is outside of it counts as its nearest pixel.
 * @param slopePx how far to both sides of a point its slope is measured.
 */
export function sampleArea(image: GrayImage, corners: Corners, perSide: number, slopePx = 1): AreaSamples {
  const reach = Math.max(1, slopePx);
  const toPhoto = projection(unitSquare, corners);
  const brightness = new Float64Array(perSide * perSide);
  const slope = new Float64Array(perSide * perSide);
  for (let row = 0, at = 0; row < perSide; row++) {
    for (let column = 0; column < perSide; column++, at++) {
      const point = toPhoto((column + 0.5) / perSide, (row + 0.5) / perSide);
      brightness[at] = brightnessAt(image, point);
      slope[at] = slopeAt(image, point, reach);
    }
  }
  return { brightness, slope, perSide };
}

export function brightnessAt({ data, width, height }: GrayImage, [x, y]: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y)));
  return data[row * width + column] ?? 0;
}

/** Per pixel. */
function slopeAt(image: GrayImage, [x, y]: Point, reach: number): number {
  const across = brightnessAt(image, [x + reach, y]) - brightnessAt(image, [x - reach, y]);
  const down = brightnessAt(image, [x, y + reach]) - brightnessAt(image, [x, y - reach]);
  return Math.hypot(across, down) / (2 * reach);
}

/** The value that this share of others doesn't exceed. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
