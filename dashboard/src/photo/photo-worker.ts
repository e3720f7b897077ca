import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type GrayImage, toGray } from '#core/gray-image.ts';
import { checkPhoto, type PhotoCheck, type ReadingWay } from '#core/photo/check-photo.ts';
import { photoPxMax } from '#core/photo/photo-limits.ts';
import { foundSymbol, readerOptions, rgbaOf } from '#core/photo/reader-result.ts';

/** The reader runs here, because only this file may run WebAssembly; and a large photo must not stop the page. */
export type PhotoAnswer = { check: PhotoCheck } | { problem: string };

prepareZXingModule({ overrides: { locateFile: () => wasmAddress } });

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer(file: Blob): Promise<PhotoAnswer> {
  let image: GrayImage;
  try {
    image = await decode(file);
  } catch {
    return { problem: 'This file is not a picture that your browser can read. Use JPEG, PNG or WebP.' };
  }
  try {
    return { check: await checkPhoto(image, readSymbols) };
  } catch {
    return { problem: 'The photo could not be checked. Load the page again and try once more.' };
  }
}

async function decode(file: Blob): Promise<GrayImage> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, photoPxMax / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return toGray(context.getImageData(0, 0, width, height));
}

async function readSymbols(image: GrayImage, way: ReadingWay) {
  const pixels = new ImageData(rgbaOf(image), image.width, image.height);
  const found: ReadResult[] = await readBarcodes(pixels, readerOptions(way));
  return found.map(foundSymbol);
}
