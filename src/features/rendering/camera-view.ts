import type { BrightnessSums } from '#core/brightness-sums.ts';
import type { GrayImage } from '#core/gray-image.ts';
import { addNoise, blur, probeModulePx } from './probes.ts';

/** How a phone is held. */
export interface Hold {
  degrees: number;
  /** Where the pixels of the sensor lie against the code, in pixels. */
  shift: number;
}

/** Each row of the code is this much narrower than at the near edge: nobody holds a phone exactly parallel. */
const tilt = 0.04;
/** So that the corners of a turned code are in the picture. */
const margin = 1.2;
const blurPx = 0.5;
const noise = 5;
/** White paper in a room. */
const [black, white] = [30, 210];

/** What a camera sees of a raster for probes when one module is `modulePx` wide on its sensor. */
export function cameraView(image: BrightnessSums, modulePx: number, hold: Hold): GrayImage {
  const scale = probeModulePx / modulePx;
  const side = Math.ceil((margin * Math.max(image.width, image.height)) / scale);
  const angle = (hold.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const data = new Uint8ClampedArray(side * side);
  for (let y = 0; y < side; y++) {
    const dy = y + hold.shift - side / 2;
    for (let x = 0; x < side; x++) {
      const dx = x + hold.shift - side / 2;
      const farther = 1 + tilt * (dy / side);
      const fromX = (dx * cos - dy * sin) * farther + image.width / 2;
      const fromY = (dx * sin + dy * cos) * farther + image.height / 2;
      const mean = meanOf(image, fromX, fromY, (scale * farther) / 2);
      data[y * side + x] = black + (mean * (white - black)) / 255;
    }
  }
  return addNoise(blur({ data, width: side, height: side }, blurPx), noise, 1 + hold.degrees);
}

/** The mean of a square with its middle at a point; white outside of the image. */
function meanOf({ sums, width, height }: BrightnessSums, x: number, y: number, reach: number): number {
  const [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach];
  if (left < 0 || top < 0 || right >= width || bottom >= height) return 255;
  const stride = width + 1;
  const at = (column: number, row: number) => {
    const [wholeX, wholeY] = [Math.floor(column), Math.floor(row)];
    const [dx, dy] = [column - wholeX, row - wholeY];
    const first = wholeY * stride + wholeX;
    const above = (sums[first] ?? 0) * (1 - dx) + (sums[first + 1] ?? 0) * dx;
    const below = (sums[first + stride] ?? 0) * (1 - dx) + (sums[first + stride + 1] ?? 0) * dx;
    return above * (1 - dy) + below * dy;
  };
  const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
  return sum / (4 * reach * reach);
}
