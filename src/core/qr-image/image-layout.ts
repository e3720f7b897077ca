import { type Parsed, refuse } from '../parsed.ts';
import { frameInsets } from './frames/frame.ts';
import type { RenderStyle, Unit } from './render-style.ts';

/** The position of the symbol in the image, in pixels. */
export interface ImageLayout {
  widthPx: number;
  heightPx: number;
  /** A whole number, so that every module has sharp edges. */
  modulePx: number;
  /** The top left module of the symbol itself, inside its quiet zone. */
  symbolX: number;
  symbolY: number;
  /** The square that the quiet zone fills; the frame lies around it. */
  zoneX: number;
  zoneY: number;
  zoneModules: number;
}

const rasterPixelsMax = 16_800_000;
const modulePxMin = 3;
/** Of each unit. */
export const inches: Record<Exclude<Unit, 'px'>, number> = { mm: 1 / 25.4, cm: 1 / 2.54, in: 1 };

export function layOutImage(style: RenderStyle, modules: number): Parsed<ImageLayout> {
  const toPx = (length: number) =>
    Math.round(style.unit === 'px' ? length : length * inches[style.unit] * style.dpi);
  const [widthPx, heightPx] = [toPx(style.width), toPx(style.height)];
  if (widthPx * heightPx > rasterPixelsMax) {
    return refuse('width and height result in more than 16.8 million pixels. Reduce them or the dpi.');
  }
  const zoneModules = modules + 2 * style.quietZone;
  const insets = frameInsets(style.borderStyle, zoneModules);
  const blockX = zoneModules + insets.left + insets.right;
  const blockY = zoneModules + insets.top + insets.bottom;
  const paddingPx = toPx(style.padding);
  const fit = Math.min((widthPx - 2 * paddingPx) / blockX, (heightPx - 2 * paddingPx) / blockY);
  const modulePx = Math.floor(fit);
  if (modulePx < modulePxMin) {
    return refuse(
      `width is too small: each module would have ${fit.toFixed(1)} pixels, but needs ${modulePxMin}.`,
    );
  }
  const place = (lengthPx: number, blockModules: number, near: string, far: string) => {
    const blockPx = blockModules * modulePx;
    if (style.outputAlignment.includes(near)) return paddingPx;
    if (style.outputAlignment.includes(far)) return lengthPx - paddingPx - blockPx;
    return (lengthPx - blockPx) / 2;
  };
  // Rounded inwards; otherwise the outer line of a frame would be cut.
  const zoneX = Math.ceil(place(widthPx, blockX, 'left', 'right') + insets.left * modulePx);
  const zoneY = Math.ceil(place(heightPx, blockY, 'top', 'bottom') + insets.top * modulePx);
  const quietPx = Math.round(style.quietZone * modulePx);
  return {
    ok: true,
    value: {
      widthPx,
      heightPx,
      modulePx,
      symbolX: zoneX + quietPx,
      symbolY: zoneY + quietPx,
      zoneX,
      zoneY,
      zoneModules,
    },
  };
}
