import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from '#core/gray-image.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const coloursMax = 256;
/** Up to this number of distinct colors, the rare ones are blends at edges. */
const blendsMax = 4_096;
/** How far a rare blend may move, in steps of 255. */
const gapMax = 32;
const inchesInMetre = 39.370_078_74;

/**
 * An indexed PNG with its resolution: a code has a few colors and their blends, so one byte per pixel is enough, and the file has a tenth of
 * the true-color size. Above 256 colors, the rarest blends become their nearest neighbor. Null if there are too many colors for that: a
 * gradient.
 */
export function writePng({ data, width, height }: Raster, dpi: number): Buffer | null {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const isRepeated = findRepeatedRows(pixels, width, height);
  const palette = choosePalette(pixels, width, isRepeated);
  if (palette === null) return null;
  const bitDepth = [1, 2, 4, 8].find((bits) => 2 ** bits >= palette.colours.length) ?? 8;
  const rows = packRows(pixels, width, isRepeated, palette.indexes, bitDepth);
  const colours = palette.colours.map(channels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, 3, 0, 0, 0], 8);
  const resolution = Buffer.alloc(9);
  const pixelsInMetre = Math.round(dpi * inchesInMetre);
  resolution.writeUInt32BE(pixelsInMetre, 0);
  resolution.writeUInt32BE(pixelsInMetre, 4);
  resolution.writeUInt8(1, 8);
  const alphas = colours.map(([, , , alpha]) => alpha ?? 255);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('PLTE', Buffer.from(colours.flatMap(([red = 0, green = 0, blue = 0]) => [red, green, blue]))),
    ...(alphas.some((alpha) => alpha < 255) ? [chunk('tRNS', Buffer.from(alphas))] : []),
    chunk('IDAT', deflateSync(rows, { level: 6, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Palette {
  colours: number[];
  /** Maps a pixel to the index of its color. */
  indexes: Map<number, number>;
}

/** Which rows equal the one above: nearly all in a code of squares, and those need no work. */
function findRepeatedRows(pixels: Uint32Array, width: number, height: number): boolean[] {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const row = width * 4;
  return Array.from(
    { length: height },
    (_, y) => y > 0 && bytes.compare(bytes, (y - 1) * row, y * row, y * row, (y + 1) * row) === 0,
  );
}

function choosePalette(pixels: Uint32Array, width: number, isRepeated: boolean[]): Palette | null {
  const counts = new Map<number, number>();
  for (const [y, repeated] of isRepeated.entries()) {
    if (repeated) continue;
    const end = (y + 1) * width;
    for (let at = y * width; at < end; ) {
      const pixel = pixels[at] ?? 0;
      const from = at;
      while (at < end && pixels[at] === pixel) at++;
      counts.set(pixel, (counts.get(pixel) ?? 0) + at - from);
    }
    if (counts.size > blendsMax) return null;
  }
  const byCount = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
  const colours = byCount.slice(0, coloursMax).map(([pixel]) => pixel);
  const indexes = new Map(colours.map((pixel, index) => [pixel, index]));
  for (const [pixel] of byCount.slice(coloursMax)) {
    const index = nearest(pixel, colours);
    if (index === null) return null;
    indexes.set(pixel, index);
  }
  return { colours, indexes };
}

/** Null if none is close enough to be invisible. */
function nearest(pixel: number, colours: number[]): number | null {
  const gap = (other: number, shift: number) => ((pixel >>> shift) & 255) - ((other >>> shift) & 255);
  let [found, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, colour] of colours.entries()) {
    const distance = gap(colour, 0) ** 2 + gap(colour, 8) ** 2 + gap(colour, 16) ** 2 + gap(colour, 24) ** 2;
    if (distance < least) [found, least] = [index, distance];
  }
  return least > gapMax ** 2 ? null : found;
}

function channels(pixel: number): number[] {
  return [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255, pixel >>> 24];
}

/** Each row after a filter byte of 0, its pixels packed from the left. */
function packRows(
  pixels: Uint32Array,
  width: number,
  isRepeated: boolean[],
  indexes: Map<number, number>,
  bitDepth: number,
): Buffer {
  const rowBytes = 1 + Math.ceil((width * bitDepth) / 8);
  const rows = Buffer.alloc(rowBytes * isRepeated.length);
  for (const [y, repeated] of isRepeated.entries()) {
    const start = y * rowBytes;
    if (repeated) rows.copyWithin(start, start - rowBytes, start);
    else packRow(pixels.subarray(y * width, (y + 1) * width), rows, start + 1, indexes, bitDepth);
  }
  return rows;
}

function packRow(
  pixels: Uint32Array,
  rows: Buffer,
  start: number,
  indexes: Map<number, number>,
  bitDepth: number,
): void {
  const perByte = 8 / bitDepth;
  for (let x = 0; x < pixels.length; ) {
    const pixel = pixels[x] ?? 0;
    const from = x;
    while (x < pixels.length && pixels[x] === pixel) x++;
    const index = indexes.get(pixel) ?? 0;
    if (bitDepth === 8) rows.fill(index, start + from, start + x);
    else if (index !== 0) {
      for (let bit = from; bit < x; bit++) {
        const at = start + Math.floor(bit / perByte);
        rows[at] = (rows[at] ?? 0) | (index << (8 - bitDepth * ((bit % perByte) + 1)));
      }
    }
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
