import type { GrayImage } from '../gray-image.ts';
import type { FoundSymbol, ReadingWay } from './check-photo.ts';
import { photoCodesMax } from './photo-limits.ts';
import type { Point } from './projection.ts';

/** What zxing returns, as far as it is used here. */
export interface ReaderResult {
  isValid: boolean;
  text: string;
  position: Record<'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft', { x: number; y: number }>;
  symbol: { width: number };
  isInverted: boolean;
  isMirrored: boolean;
  /** JSON. */
  extra: string;
}

/** What zxing takes. Codes that were seen but not read are returned too. */
export function readerOptions(way: ReadingWay) {
  return {
    // Not the smaller kinds, which phones don't read.
    formats: ['QRCodeModel2' as const],
    returnErrors: true,
    maxNumberOfSymbols: photoCodesMax,
    binarizer: way === 'global' ? ('GlobalHistogram' as const) : ('LocalAverage' as const),
    tryDenoise: way === 'closed',
  };
}

/** Its readers take RGBA. */
export function rgbaOf({ data, width, height }: GrayImage): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(width * height * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (data[at] ?? 0) * 0x010101 + 0xff000000;
  return rgba;
}

export function foundSymbol(result: ReaderResult): FoundSymbol {
  const { isValid, text, symbol, extra, isInverted, isMirrored } = result;
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const point = ({ x, y }: { x: number; y: number }): Point => [x, y];
  const { UEC: spare } = JSON.parse(extra || '{}') as { UEC?: number };
  return {
    isValid,
    text,
    corners: [point(topLeft), point(topRight), point(bottomRight), point(bottomLeft)],
    modules: symbol.width,
    spare: spare ?? 1,
    isInverted,
    isMirrored,
  };
}
