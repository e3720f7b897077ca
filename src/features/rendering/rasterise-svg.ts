import sharp from 'sharp';

export interface Raster {
  /** RGBA, row by row. */
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

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
