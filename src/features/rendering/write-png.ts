import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './rasterise-svg.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const coloursMax = 256;
const inchesInMetre = 39.370_078_74;

/**
 * An indexed PNG with its resolution: a code has two colours and the blends between them, so a byte a pixel is
 * enough, and the file a tenth of one in true colour. Null if there are more colours than an index can name.
 */
export function writePng({ data, width, height }: Raster, dpi: number): Buffer | null {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const indexes = indexColours(pixels);
  if (indexes === null) return null;
  const bitDepth = [1, 2, 4, 8].find((bits) => 2 ** bits >= indexes.size) ?? 8;
  const rows = packRows(pixels, width, height, indexes, bitDepth);
  const colours = [...indexes.keys()].map((pixel) => [
    pixel & 255,
    (pixel >>> 8) & 255,
    (pixel >>> 16) & 255,
    pixel >>> 24,
  ]);
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
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function indexColours(pixels: Uint32Array): Map<number, number> | null {
  const indexes = new Map<number, number>();
  for (const pixel of pixels) {
    if (indexes.has(pixel)) continue;
    if (indexes.size === coloursMax) return null;
    indexes.set(pixel, indexes.size);
  }
  return indexes;
}

/** Each row behind a filter byte of 0, its pixels packed from the left. */
function packRows(
  pixels: Uint32Array,
  width: number,
  height: number,
  indexes: Map<number, number>,
  bitDepth: number,
): Buffer {
  const perByte = 8 / bitDepth;
  const rowBytes = 1 + Math.ceil(width / perByte);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = indexes.get(pixels[y * width + x] ?? 0) ?? 0;
      const at = y * rowBytes + 1 + Math.floor(x / perByte);
      rows[at] = (rows[at] ?? 0) | (index << (8 - bitDepth * ((x % perByte) + 1)));
    }
  }
  return rows;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
