/** A picture inside a design: a data URI, with its size from its header. */
export interface DataPicture {
  href: string;
  width: number;
  height: number;
}

const pattern = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const lettersMax = 44_000;
/** Of the longer side. Larger than it is ever printed in a code. */
const sideMax = 1_024;

/** Null if it isn't a PNG, JPEG or WebP of at most 32 kB and 1,024 pixels. The content is decoded when the image is drawn. */
export function parseDataPicture(value: unknown): DataPicture | null {
  if (typeof value !== 'string' || value.length > lettersMax) return null;
  const [, type, encoded = ''] = pattern.exec(value) ?? [];
  const bytes = type === undefined ? null : decodeBase64(encoded);
  if (bytes === null) return null;
  const size = type === 'png' ? pngSize(bytes) : type === 'jpeg' ? jpegSize(bytes) : webpSize(bytes);
  if (size === null) return null;
  const [width, height] = size;
  const isDrawable = Math.min(width, height) >= 1 && Math.max(width, height) <= sideMax;
  return isDrawable ? { href: value, width, height } : null;
}

type Size = [width: number, height: number];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Map(Array.from(alphabet, (letter, value) => [letter, value]));

function decodeBase64(encoded: string): Uint8Array | null {
  if (encoded.length % 4 !== 0) return null;
  const letters = encoded.replaceAll('=', '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const letter of letters) {
    bits = ((bits << 6) | (sextets.get(letter) ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 0xff;
  }
  return bytes;
}

const read16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const startsWith = (bytes: Uint8Array, head: readonly number[], at = 0) =>
  head.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

function pngSize(bytes: Uint8Array): Size | null {
  if (!startsWith(bytes, [0x89, ...ascii('PNG')]) || !startsWith(bytes, ascii('IHDR'), 12)) return null;
  // More than 16 bits is too large in any case.
  if (read16(bytes, 16) !== 0 || read16(bytes, 20) !== 0) return null;
  return [read16(bytes, 18), read16(bytes, 22)];
}

/** The first frame header; other segments are skipped. */
function jpegSize(bytes: Uint8Array): Size | null {
  if (!startsWith(bytes, [0xff, 0xd8])) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [read16(bytes, at + 7), read16(bytes, at + 5)];
    at += 2 + Math.max(2, read16(bytes, at + 2));
  }
  return null;
}

function webpSize(bytes: Uint8Array): Size | null {
  if (!startsWith(bytes, ascii('RIFF')) || !startsWith(bytes, ascii('WEBP'), 8)) return null;
  const byte = (at: number) => bytes[at] ?? 0;
  if (startsWith(bytes, ascii('VP8 '), 12))
    return [byte(26) | ((byte(27) & 0x3f) << 8), byte(28) | ((byte(29) & 0x3f) << 8)];
  if (startsWith(bytes, ascii('VP8L'), 12))
    return [
      1 + (byte(21) | ((byte(22) & 0x3f) << 8)),
      1 + ((byte(22) >> 6) | (byte(23) << 2) | ((byte(24) & 0x0f) << 10)),
    ];
  // The third byte of each side only matters for pictures that are too large.
  if (startsWith(bytes, ascii('VP8X'), 12) && byte(26) === 0 && byte(29) === 0)
    return [1 + (byte(24) | (byte(25) << 8)), 1 + (byte(27) | (byte(28) << 8))];
  return null;
}
