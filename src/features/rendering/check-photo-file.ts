import sharp from 'sharp';
import { accept, type Parsed, refuse } from '#core/parsed.ts';
import { checkPhoto, type PhotoCheck } from '#core/photo/check-photo.ts';
import { photoPxMax } from '#core/photo/photo-limits.ts';
import { readSymbols } from './read-qr-code.ts';

const inputPixelsMax = 100_000_000;
const formats = new Set(['jpeg', 'png', 'webp']);

/** What a photograph of a printed code shows. */
export async function checkPhotoFile(file: Buffer): Promise<Parsed<PhotoCheck>> {
  const decoded = await decodePhoto(file);
  return decoded === null
    ? refuse(
        'This file is not a picture that can be read. Use JPEG, PNG or WebP, with at most 100 megapixels.',
      )
    : accept(await checkPhoto(decoded, readSymbols));
}

async function decodePhoto(file: Buffer) {
  try {
    // Phones write files with harmless mistakes.
    const picture = sharp(file, { limitInputPixels: inputPixelsMax, failOn: 'error' });
    if (!formats.has((await picture.metadata()).format)) return null;
    const { data, info } = await picture
      .autoOrient()
      .resize(photoPxMax, photoPxMax, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  } catch {
    return null;
  }
}
