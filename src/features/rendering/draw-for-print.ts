import sharp from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import { inksFor } from '#core/print/inks.ts';
import type { PrintOptions } from '#core/print/print-options.ts';
import { styleForPrint } from '#core/print/style-for-print.ts';
import { writeDxf } from '#core/print/write-dxf.ts';
import type { RenderStyle } from '#core/qr-image/render-style.ts';
import type { Scene } from '#core/qr-image/scene.ts';
import { drawDesign } from './draw-design.ts';
import { encodePng } from './encode-png.ts';
import { rasteriseSvg } from './rasterise-svg.ts';
import { readQrCode } from './read-qr-code.ts';
import { writeEps } from './write-eps.ts';
import { writePdf } from './write-pdf.ts';

/**
 * A code in a format for print. Its design was judged when its image was rendered; here the same scene is read back in the size that was asked
 * for.
 */
export async function drawForPrint(
  text: string,
  design: Record<string, unknown>,
  options: PrintOptions,
): Promise<Parsed<Uint8Array>> {
  const drawn = await drawDesign(text, design, (style) => styleForPrint(style, options));
  if (!drawn.ok) return drawn;
  const { style, image } = drawn.value;
  const { scene, svg } = image;
  const raster = await rasteriseSvg(svg);
  const png = await encodePng(raster, style);
  const readable = style.bgTransparent
    ? await sharp(png).flatten({ background: '#ffffff' }).png().toBuffer()
    : png;
  if ((await readQrCode(readable)) !== text)
    return refuse('The code can not be read in this size. Choose a larger width.', 'width');
  return { ok: true, value: await written(scene, withSize(svg, style), png, style, options) };
}

/** Programs that place an SVG take its size from here. */
function withSize(svg: string, { unit, width, height }: RenderStyle): string {
  if (unit === 'px') return svg;
  return svg.replace(/ width="\d+" height="\d+"/, ` width="${width}${unit}" height="${height}${unit}"`);
}

async function written(
  scene: Scene,
  svg: string,
  png: Buffer,
  { dpi, foregroundColor }: RenderStyle,
  options: PrintOptions,
): Promise<Uint8Array> {
  const inks = inksFor(options, foregroundColor);
  switch (options.format) {
    case 'svg':
      return Buffer.from(svg);
    case 'png':
      return png;
    case 'pdf':
      return writePdf(scene, { dpi, inks, bleedMm: options.bleedMm, hasMarks: options.hasMarks });
    case 'eps':
      return Buffer.from(await writeEps(scene, { dpi, inks }), 'latin1');
    case 'dxf':
      return Buffer.from(writeDxf(scene, dpi), 'latin1');
  }
}
