/** RGBA, row by row. */
export interface Raster {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Only brightness, one byte per pixel: the input of readers. */
export interface GrayImage {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The brightness of one pixel of a raster. Transparent pixels count as white. */
export function grayAt(data: Uint8ClampedArray, pixel: number): number {
  const at = pixel * 4;
  const luma = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  const alpha = data[at + 3] ?? 255;
  return alpha === 255 ? luma : (luma * alpha) / 255 + 255 - alpha;
}

export function toGray({ data, width, height }: Raster): GrayImage {
  const gray = new Uint8ClampedArray(width * height);
  for (let at = 0; at < gray.length; at++) gray[at] = grayAt(data, at);
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
