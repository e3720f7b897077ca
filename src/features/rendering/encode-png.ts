import sharp from 'sharp';
import type { Raster } from '#core/gray-image.ts';
import type { RenderStyle } from '#core/qr-image/render-style.ts';
import { writePng } from './write-png.ts';

/** As small as possible for few colors; in full color for gradients and photographs. */
export async function encodePng(
  raster: Raster,
  { dpi, bgTransparent }: Pick<RenderStyle, 'dpi' | 'bgTransparent'>,
): Promise<Buffer> {
  const few = writePng(raster, dpi);
  if (few !== null) return few;
  const { data, width, height } = raster;
  const pixels = sharp(data, { raw: { width, height, channels: 4 } });
  return (bgTransparent ? pixels : pixels.removeAlpha())
    .png({ compressionLevel: 7 })
    .withMetadata({ density: dpi })
    .toBuffer();
}
