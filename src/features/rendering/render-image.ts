import sharp from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { rasteriseSvg } from './rasterise-svg.ts';
import { readQrCode } from './read-qr-code.ts';
import { writePng } from './write-png.ts';

export interface RenderedImage {
  svg: string;
  png: Buffer;
  version: number;
  level: string;
  widthPx: number;
  heightPx: number;
  findings: string[];
  /** Whether the owner wants a PNG at all; it is made in any case, to be read back. */
  exportPng: boolean;
}

/** Draws, rasterises and reads back: an image that can't be read is never handed out. */
export async function renderImage(
  text: string,
  metadata: Record<string, unknown>,
): Promise<Parsed<RenderedImage>> {
  const style = parseRenderStyle(metadata);
  if (!style.ok) return style;
  const drawn = drawQrImage(text, style.value);
  if (!drawn.ok) return drawn;
  const { svg, matrix, layout, findings } = drawn.value;
  const raster = await rasteriseSvg(svg);
  const png = writePng(raster, style.value.dpi) ?? (await truecolourPng(svg, style.value.dpi));
  // A transparent image is judged on the white that it is most often laid on.
  const judged = style.value.bgTransparent
    ? await sharp(png).flatten({ background: '#ffffff' }).png().toBuffer()
    : png;
  if ((await readQrCode(judged)) !== text)
    return refuse('The finished image could not be read back; choose a plainer design.');
  return {
    ok: true,
    value: {
      svg,
      png,
      version: matrix.version,
      level: matrix.level,
      widthPx: layout.widthPx,
      heightPx: layout.heightPx,
      findings,
      exportPng: style.value.exportPng,
    },
  };
}

function truecolourPng(svg: string, dpi: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).withMetadata({ density: dpi }).toBuffer();
}
