import { crc32 } from 'node:zlib';
import { type Parsed, refuse } from '#core/parsed.ts';
import { plainSvg } from '#core/qr-image/plain-svg.ts';

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegHead = [0xff, 0xd8, 0xff];
const chunkOverhead = 12;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Accepts an uploaded file that is exactly one image: nothing behind it, and no SVG. */
export function checkLogoFile(file: Buffer): Parsed<Buffer> {
  if (startsWith(file, pngHead))
    return isWholePng(file)
      ? { ok: true, value: file }
      : refuse('The PNG is damaged or contains additional data. Save it again.');
  if (startsWith(file, jpegHead))
    return isWholeJpeg(file)
      ? { ok: true, value: file }
      : refuse('The JPEG is damaged or contains additional data. Save it again.');
  const text = decode(file);
  if (text === null || !/<svg[\s>]/.test(text)) return refuse('A logo must be an SVG, PNG or JPEG file.');
  const plain = plainSvg(text);
  return plain.ok ? { ok: true, value: Buffer.from(plain.value) } : plain;
}

/** Chunk by chunk up to IEND, which must be the end of the file. */
function isWholePng(file: Buffer): boolean {
  let at = pngHead.length;
  while (at + chunkOverhead <= file.length) {
    const end = at + chunkOverhead + file.readUInt32BE(at);
    if (end > file.length) return false;
    const typeAndData = file.subarray(at + 4, end - 4);
    if (crc32(typeAndData) !== file.readUInt32BE(end - 4)) return false;
    if (typeAndData.toString('latin1', 0, 4) === 'IEND') return end === file.length;
    at = end;
  }
  return false;
}

/** Segment by segment; in picture data, an unescaped marker ends a segment. The end of the image must be the end of the file. */
function isWholeJpeg(file: Buffer): boolean {
  let at = 2;
  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return false;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2 === file.length;
    if (at + 4 > file.length) return false;
    at += 2 + file.readUInt16BE(at + 2);
    if (marker !== 0xda) continue;
    while (at + 1 < file.length && !(file[at] === 0xff && isMarker(file[at + 1] ?? 0))) at += 1;
  }
  return false;
}

/** Escaped bytes and restarts belong to the data. */
function isMarker(byte: number): boolean {
  return byte !== 0x00 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7);
}

function decode(file: Buffer): string | null {
  try {
    return utf8.decode(file);
  } catch {
    return null;
  }
}

function startsWith(file: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => file[index] === byte);
}
