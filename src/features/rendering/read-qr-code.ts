import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BitMatrix, binarize, Decoder, Detector } from '@nuintun/qrcode';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { GrayImage } from '#core/gray-image.ts';
import type { FoundSymbol, ReadingWay } from '#core/photo/check-photo.ts';
import { foundSymbol, readerOptions, rgbaOf } from '#core/photo/reader-result.ts';

// Without the file, the library would fetch it from a foreign server.
const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasm = readFileSync(wasmFile);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer },
});

const options: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 2 };
/** Enough for an upright, clean image, at a third of the cost. */
const quickOptions: ReaderOptions = {
  ...options,
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  binarizer: 'GlobalHistogram',
};

/** The text of the only QR code in an image file, or null unless exactly one can be read. */
export async function readQrCode(image: Uint8Array): Promise<string | null> {
  return (await readOnlyCode(image, quickOptions)) ?? readOnlyCode(image, options);
}

async function readOnlyCode(image: Uint8Array, how: ReaderOptions): Promise<string | null> {
  const found = await readBarcodes(image as Uint8Array<ArrayBuffer>, how);
  const [code, ...others] = found.filter(({ isValid }) => isValid);
  return code === undefined || others.length > 0 ? null : code.text;
}

export async function readGrayQrCode(image: GrayImage): Promise<string | null> {
  const found = await readGray(image, options);
  return found.find(({ isValid }) => isValid)?.text ?? null;
}

/** All that look like a QR code in a photograph. */
export async function readSymbols(image: GrayImage, way: ReadingWay): Promise<FoundSymbol[]> {
  return (await readGray(image, readerOptions(way))).map(foundSymbol);
}

function readGray(image: GrayImage, how: ReaderOptions): Promise<ReadResult[]> {
  const { width, height } = image;
  return readBarcodes({ data: rgbaOf(image), width, height } as Parameters<typeof readBarcodes>[0], how);
}

/** A second opinion from a reader that shares no code with the first. */
export function readGrayQrCodeAgain({ data, width, height }: GrayImage): string | null {
  try {
    const candidates = new Detector().detect(binarize(new Uint8Array(data.buffer), width, height));
    for (let next = candidates.next(); !next.done; next = candidates.next(false)) {
      const text = decode(next.value.matrix);
      if (text !== null) return text;
    }
  } catch {
    // It reports failure by throwing.
  }
  return null;
}

function decode(matrix: BitMatrix): string | null {
  try {
    return new Decoder().decode(matrix).content;
  } catch {
    return null;
  }
}
