import sharp from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import type { RenderStyle } from '#core/qr-image/render-style.ts';
import { writePng } from './write-png.ts';

const pixelsMax = 1_048_576;
/** At most this many colors are stored exactly. */
const exactColours = 256;

/**
 * The picture of a logo, decoded and encoded again: designs come from the API too, and what reaches the file is only pixels. As PNG or JPEG,
 * because programs for print don't read WebP.
 */
export async function embedLogo(style: RenderStyle): Promise<Parsed<RenderStyle>> {
  const { logo } = style;
  if (logo?.kind !== 'picture' || logo.source.kind !== 'image') return { ok: true, value: style };
  const encoded = logo.source.href.slice(logo.source.href.indexOf(',') + 1);
  const picture = await encodeAgain(Buffer.from(encoded, 'base64')).catch(() => null);
  if (picture === null) return refuse("logo.image can't be read. Save the picture again as PNG or JPEG.");
  const { href, aspect } = picture;
  return { ok: true, value: { ...style, logo: { ...logo, aspect, source: { kind: 'image', href } } } };
}

async function encodeAgain(file: Buffer): Promise<{ href: string; aspect: number }> {
  // Upright: cameras store how they were held.
  const { data, info } = await sharp(file, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raster = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
  const indexed = hasFewColours(data) ? writePng(raster, 72) : null;
  const of = (type: string, content: Buffer) => ({
    href: `data:image/${type};base64,${content.toString('base64')}`,
    aspect: info.width / info.height,
  });
  if (indexed !== null) return of('png', indexed);
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  if (isOpaque(data)) {
    const jpeg = await pixels.removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
    return of('jpeg', jpeg);
  }
  return of('png', await pixels.png({ compressionLevel: 9 }).toBuffer());
}

function hasFewColours(pixels: Buffer): boolean {
  const seen = new Set<number>();
  for (let at = 0; at < pixels.length && seen.size <= exactColours; at += 4)
    seen.add(pixels.readUInt32LE(at));
  return seen.size <= exactColours;
}

function isOpaque(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}
