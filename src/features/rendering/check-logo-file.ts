import { crc32 } from 'node:zlib';
import { type Parsed, refuse } from '#core/parsed.ts';

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegHead = [0xff, 0xd8, 0xff];
const jpegEnd = [0xff, 0xd9];
const chunkOverhead = 12;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** What an SVG needs for drawing never looks like this. */
const activeSvg =
  /<script|<foreignobject|<!doctype|<!entity|<\?xml-stylesheet|<image|<iframe|<animate|<set[\s>]|\son[a-z]+\s*=|javascript:|data:|@import|(?:href|src)\s*=\s*["']?\s*(?!["']?#)|url\(\s*(?!["']?#)/i;

/** Whether a file is an image and nothing else: not one with something behind it, and not one that could run. */
export function checkLogoFile(file: Buffer): Parsed<'png' | 'jpeg' | 'svg'> {
  if (startsWith(file, pngHead)) {
    return isWholePng(file)
      ? { ok: true, value: 'png' }
      : refuse('The PNG is broken, or something is hidden behind it; save it again.');
  }
  if (startsWith(file, jpegHead)) {
    return endsWith(file, jpegEnd)
      ? { ok: true, value: 'jpeg' }
      : refuse('The JPEG is broken, or something is hidden behind it; save it again.');
  }
  const text = decode(file);
  if (text === null || !/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^>]*-->\s*)*<svg[\s>]/i.test(text))
    return refuse('A logo must be an SVG, PNG or JPEG file.');
  if (activeSvg.test(text.replaceAll(/\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '')))
    return refuse(
      'The SVG has scripts, styles from outside or embedded pictures; export it as plain shapes.',
    );
  if (!/<\/svg>\s*$/i.test(text))
    return refuse('The SVG is broken, or something is hidden behind it; export it again.');
  return { ok: true, value: 'svg' };
}

/** Chunk by chunk up to IEND, which is the end of the file. */
function isWholePng(file: Buffer): boolean {
  let at = pngHead.length;
  while (at + chunkOverhead <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + chunkOverhead + length;
    if (end > file.length) return false;
    const typeAndData = file.subarray(at + 4, end - 4);
    if (crc32(typeAndData) !== file.readUInt32BE(end - 4)) return false;
    if (typeAndData.toString('latin1', 0, 4) === 'IEND') return end === file.length;
    at = end;
  }
  return false;
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

function endsWith(file: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => file[file.length - bytes.length + index] === byte);
}
