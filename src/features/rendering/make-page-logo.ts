import sharp from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import { checkLogoFile } from './check-logo-file.ts';

const pixelsMax = 16_000_000;
const widthMax = 440;
const heightMax = 144;
/** The page has no other files, so the logo is part of it. */
const bytesMax = 48 * 1024;

/** The logo on pages for visitors: decoded within limits, made small, and encoded again, so that nothing of the file itself survives. */
export async function makePageLogo(file: Buffer): Promise<Parsed<Uint8Array>> {
  const picture = checkLogoFile(file);
  if (!picture.ok) return picture;
  try {
    const small = sharp(picture.value, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
      .rotate()
      .resize(widthMax, heightMax, { fit: 'inside', withoutEnlargement: true });
    const exact = await small.clone().png({ compressionLevel: 9 }).toBuffer();
    if (exact.length <= bytesMax) return { ok: true, value: exact };
    // A photograph: with fewer colors it is a quarter of the size.
    const reduced = await small.png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
    return reduced.length <= bytesMax
      ? { ok: true, value: reduced }
      : refuse('The image has too much detail for a logo on a page. Use a simpler one.');
  } catch (error) {
    if (/pixel limit/i.test(String(error)))
      return refuse(`The image is too large. The maximum is ${pixelsMax / 1_000_000} million pixels.`);
    return refuse("The image can't be read. Save it again as SVG, PNG or JPEG.");
  }
}
