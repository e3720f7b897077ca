import type { GrayImage } from '../gray-image.ts';
import { fullRange, quantile } from './sample-area.ts';

/** Pixels on both sides of an edge in which it may change its brightness. */
const reach = 16;
const rowStep = 3;
/** Beside steep edges lie others that are not. */
const narrowShare = 0.15;
const samplingStep = 17;
const steepestShare = 0.004;
const slopesMax = 256;
/** Of the photograph. What changes less is not an edge of a code. */
const leastContrast = 0.35;

/** How many pixels wide the steepest edges of a photograph are, in the direction in which they are wider: a shaken photo is sharp in the other. */
export function widestEdge({ data, width, height }: GrayImage): number {
  const least = leastContrast * fullRange(data.filter((_, at) => at % samplingStep === 0));
  const across = edgeWidth(data, least, height, width, width, 1);
  const down = edgeWidth(data, least, width, height, 1, width);
  return Math.max(across, down);
}

/** @param least how much the brightness must change. @param step from one pixel to the next along a line; `lineStep` from one line to the next. */
function edgeWidth(
  data: Uint8ClampedArray,
  least: number,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
): number {
  const slopeAt = (at: number) => Math.abs((data[at + step] ?? 0) - (data[at - step] ?? 0)) / 2;
  const counts = new Uint32Array(slopesMax);
  let all = 0;
  for (let line = 0; line < lines; line += rowStep) {
    for (let along = reach; along < length - reach; along++, all++) {
      const slope = Math.round(slopeAt(line * lineStep + along * step));
      counts[slope] = (counts[slope] ?? 0) + 1;
    }
  }
  let [steep, found] = [slopesMax, 0];
  while (steep > 1 && found < steepestShare * all) found += counts[--steep] ?? 0;
  const widths: number[] = [];
  for (let line = 0; line < lines; line += rowStep) {
    for (let along = reach; along < length - reach; along++) {
      const at = line * lineStep + along * step;
      const slope = slopeAt(at);
      if (slope < steep) continue;
      let [low, high] = [255, 0];
      for (let near = -reach; near <= reach; near++) {
        const value = data[at + near * step] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (high - low >= least) widths.push((high - low) / slope);
    }
  }
  return widths.length === 0 ? 0 : quantile(widths, narrowShare);
}
