import { cropGray, type GrayImage, toGray } from '#core/gray-image.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { frameInsets } from '#core/qr-image/frames/frame.ts';
import type { RenderStyle } from '#core/qr-image/render-style.ts';
import { outlinerOf } from './outline-caption.ts';
import { probeModulePx } from './probes.ts';
import { rasteriseSvg } from './rasterise-svg.ts';

/** The same design without its size and position, at the resolution of the probes. */
export function probeStyle(style: RenderStyle, modules: number): RenderStyle {
  const zone = modules + 2 * style.quietZone;
  const { top, right, bottom, left } = frameInsets(style.borderStyle, zone);
  return {
    ...style,
    formatRatio: 'custom',
    unit: 'px',
    width: Math.ceil(zone + left + right) * probeModulePx,
    height: Math.ceil(zone + top + bottom) * probeModulePx,
    padding: 0,
    outputAlignment: 'center',
    dpi: 72,
    exportPng: true,
  };
}

/** A text in a style for probes, which was drawn before in another size. */
export async function probeRaster(text: string, probed: RenderStyle): Promise<GrayImage> {
  const drawn = drawQrImage(text, probed, await outlinerOf(probed.caption));
  if (!drawn.ok) throw new Error(`a design that was drawn could not be drawn again: ${drawn.message}`);
  const raster = toGray(await rasteriseSvg(drawn.value.svg));
  // Modules start at whole pixels; otherwise the small probe would judge how the frame shifts them.
  const { zoneX, zoneY } = drawn.value.layout;
  return cropGray(raster, zoneX % probeModulePx, zoneY % probeModulePx);
}
