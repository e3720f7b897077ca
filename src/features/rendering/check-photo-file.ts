import sharp from 'sharp';
import { accept, type Parsed, refuse } from '#core/parsed.ts';
import { checkPhoto, type PhotoCheck, photoPxMax } from '#core/photo/check-photo.ts';
import { readSymbols } from './read-qr-code.ts';

const inputPixelsMax = 200_000_000;

/** What a photograph of a printed code shows. */
export async function checkPhotoFile(file: Buffer): Promise<Parsed<PhotoCheck>> {
  const decoded = await decodePhoto(file);
  return decoded === null
    ? refuse('This file is not a picture that can be read. Use JPEG, PNG or WebP.')
    : accept(await checkPhoto(decoded, readSymbols));
}

async function decodePhoto(file: Buffer) {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: inputPixelsMax })
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
