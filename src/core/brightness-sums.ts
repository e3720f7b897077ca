import type { GrayImage } from './gray-image.ts';

export interface BrightnessSums extends Pick<GrayImage, 'width' | 'height'> {
  /** Rows are longer by one than those of the image. */
  sums: Float64Array;
}

/** The sum of all pixels above and left of each pixel, so that the sum of a rectangle costs the same for every size. */
export function brightnessSums({ data, width, height }: GrayImage): BrightnessSums {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  return { sums, width, height };
}
