import sharp from 'sharp';
import type { Raster } from '#core/gray-image.ts';

sharp.cache(false);

/** The pixels of an SVG, at its own size. */
export async function rasteriseSvg(svg: string): Promise<Raster> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
}
