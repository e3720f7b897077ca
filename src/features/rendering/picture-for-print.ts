import sharp from 'sharp';
import type { LogoDrawing, Scene } from '#core/qr-image/scene.ts';
import { vectorSvg } from '#core/qr-image/vector-picture.ts';

/** Separated pictures have no transparent pixels. */
export type PictureInk = 'rgb' | 'cmyk';

/** Of the longer side of a drawing: 2 cm at 1,200 dpi. */
const drawingPx = 1_024;
const paper = '#ffffff';

/** A logo as pixels; null for flat shapes. Drawings of others can have everything that SVG has, so they become pixels too. */
export async function pictureForPrint(scene: Scene, ink: PictureInk): Promise<Buffer | null> {
  const { logo } = scene.symbol;
  const file = logo === null ? null : fileOf(logo.drawing);
  if (file === null) return null;
  // In full color: PDF readers disagree about small palettes with transparent colors.
  if (ink === 'rgb')
    return isJpeg(file) ? file : sharp(file).ensureAlpha().png({ palette: false }).toBuffer();
  return sharp(file)
    .flatten({ background: behindLogo(scene) })
    .toColourspace('cmyk')
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** The pixels of a logo on its background, in the channels of its ink. */
export async function pixelsForPrint(
  scene: Scene,
  ink: PictureInk,
): Promise<{ data: Buffer; width: number; height: number } | null> {
  const picture = await pictureForPrint(scene, 'rgb');
  if (picture === null) return null;
  const { data, info } = await sharp(picture)
    .flatten({ background: behindLogo(scene) })
    .toColourspace(ink === 'rgb' ? 'srgb' : 'cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What a transparent logo shows. */
function behindLogo({ ground, symbol }: Scene): string {
  return symbol.logo?.plate?.colour ?? ground ?? paper;
}

function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === 0xd8;
}

function fileOf(drawing: LogoDrawing): Buffer | null {
  if (drawing.kind === 'shapes') return null;
  if (drawing.kind === 'picture')
    return Buffer.from(drawing.href.slice(drawing.href.indexOf(',') + 1), 'base64');
  return Buffer.from(vectorSvg(drawing, drawingPx));
}
