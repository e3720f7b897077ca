import sharp, { type Region } from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import { parseDataPicture } from '#core/qr-image/data-picture.ts';
import { ofUploads, parseVectorPicture, vectorSvg } from '#core/qr-image/vector-picture.ts';
import { checkLogoFile } from './check-logo-file.ts';

/** A logo as it is stored in designs. */
export type ReadLogo = { image: string } | { svg: string };

const pixelsMax = 64_000_000;
/** Finer than a logo is ever printed: at 2 cm, more than 600 dpi. */
const sideMax = 512;
/** Tried in this order, until the picture fits into a design. */
const encodings = [
  { side: sideMax, lossless: true },
  { side: sideMax, quality: 92 },
  { side: 400, quality: 90 },
  { side: 320, quality: 88 },
  { side: 240, quality: 85 },
  { side: 160, quality: 80 },
];

/**
 * An uploaded logo: a drawing stays a drawing, a picture is decoded within limits, turned upright and encoded again, so that nothing of the
 * file itself survives. Transparent borders are cut off, so that its size is what people see.
 */
export async function readLogo(file: Buffer): Promise<Parsed<ReadLogo>> {
  const picture = checkLogoFile(file);
  if (!picture.ok) return picture;
  const text = picture.value.toString('utf8');
  let source = picture.value;
  if (text.startsWith('<svg')) {
    if (parseVectorPicture(text).ok) return { ok: true, value: { svg: text } };
    const drawing = parseVectorPicture(text, ofUploads);
    if (!drawing.ok) return drawing;
    source = Buffer.from(vectorSvg(drawing.value, 2 * sideMax));
  }
  try {
    return await encode(source);
  } catch (error) {
    if (/pixel limit/i.test(String(error)))
      return refuse(`The image is too large. The maximum is ${pixelsMax / 1_000_000} million pixels.`);
    return refuse("The image can't be read. Save it again as SVG, PNG or JPEG.");
  }
}

async function encode(file: Buffer): Promise<Parsed<ReadLogo>> {
  const options = {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
  } as const;
  const upright = await sharp(file, options)
    .rotate()
    .resize(2 * sideMax, 2 * sideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  const box = await seenBox(upright);
  if (box === null) return refuse('The image is empty: everything in it is transparent.');
  for (const { side, ...encoding } of encodings) {
    const encoded = await sharp(upright)
      .extract(box)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ ...encoding, alphaQuality: 100, effort: 4 })
      .toBuffer();
    const image = `data:image/webp;base64,${encoded.toString('base64')}`;
    if (parseDataPicture(image) !== null) return { ok: true, value: { image } };
  }
  return refuse('The image has too much detail for a logo in a code. Use a simpler one.');
}

/** The part that is not transparent; null if there is none. */
async function seenBox(png: Buffer): Promise<Region | null> {
  const { data, info } = await sharp(png).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, -1, -1];
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] ?? 0) < 8) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
