import type { Raster } from './rasterise-svg.ts';

/** Brightness only, a byte a pixel: what readers work on. */
export interface GrayImage {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Transparent pixels show the white that the image is most often laid on. */
export function toGray({ data, width, height }: Raster): GrayImage {
  const gray = new Uint8ClampedArray(width * height);
  for (let at = 0, from = 0; at < gray.length; at++, from += 4) {
    const alpha = (data[from + 3] ?? 255) / 255;
    const luma = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    gray[at] = luma * alpha + 255 * (1 - alpha);
  }
  return { data: gray, width, height };
}

export function cropGray({ data, width, height }: GrayImage, left: number, top: number): GrayImage {
  if (left === 0 && top === 0) return { data, width, height };
  const cropped = new Uint8ClampedArray((width - left) * (height - top));
  for (let y = top; y < height; y++) {
    cropped.set(data.subarray(y * width + left, (y + 1) * width), (y - top) * (width - left));
  }
  return { data: cropped, width: width - left, height: height - top };
}
