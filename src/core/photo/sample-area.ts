import type { GrayImage } from '../gray-image.ts';
import { type Corners, type Point, projection } from './projection.ts';

export const unitSquare: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** At points spread evenly over an area with these corners. What is outside of the photograph counts as its nearest pixel. */
export function areaBrightness(image: GrayImage, corners: Corners, perSide: number): Float64Array {
  return sample(corners, perSide, (point) => brightnessAt(image, point));
}

/** How steep the brightness is at the same points, per pixel. @param reach how far to both sides it is measured, in pixels. */
export function areaSlopes(image: GrayImage, corners: Corners, perSide: number, reach: number): Float64Array {
  return sample(corners, perSide, (point) => slopeAt(image, point, Math.max(1, reach)));
}

function sample(corners: Corners, perSide: number, valueAt: (point: Point) => number): Float64Array {
  const toPhoto = projection(unitSquare, corners);
  return Float64Array.from({ length: perSide * perSide }, (_, at) =>
    valueAt(toPhoto(((at % perSide) + 0.5) / perSide, (Math.floor(at / perSide) + 0.5) / perSide)),
  );
}

export function brightnessAt({ data, width, height }: GrayImage, [x, y]: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y)));
  return data[row * width + column] ?? 0;
}

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

/** From the darkest to the brightest, without a few that stand out. */
export function fullRange(values: ArrayLike<number>): number {
  return quantile(values, 0.998) - quantile(values, 0.002);
}
