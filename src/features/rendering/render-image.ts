import sharp from 'sharp';
import type { Parsed } from '#core/parsed.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import type { Finding } from '#core/qr-image/finding.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { embedLogo } from './embed-logo.ts';
import { encodePng } from './encode-png.ts';
import { type GateDepth, judgeImage } from './judge-image.ts';
import { outlineCaption } from './outline-caption.ts';
import { rasteriseSvg } from './rasterise-svg.ts';

export interface RenderedImage {
  svg: string;
  png: Buffer;
  version: number;
  level: string;
  widthPx: number;
  heightPx: number;
  /** Its scan score, 0 to 100. */
  score: number;
  findings: Finding[];
  /** Whether the owner wants a PNG; it is always rendered, to be read back. */
  exportPng: boolean;
}

/** Draws, rasterizes and tests: an unreadable image is never returned. */
export async function renderImage(
  text: string,
  design: Record<string, unknown>,
  depth: GateDepth = 'full',
): Promise<Parsed<RenderedImage>> {
  const parsed = parseRenderStyle(design);
  if (!parsed.ok) return parsed;
  const style = await embedLogo(parsed.value);
  if (!style.ok) return style;
  const drawn = drawQrImage(text, style.value, outlineCaption);
  if (!drawn.ok) return drawn;
  const { svg, matrix, layout, findings } = drawn.value;
  const raster = await rasteriseSvg(svg);
  const png = await encodePng(raster, style.value);
  // A transparent image is tested on white.
  const readable = style.value.bgTransparent
    ? await sharp(png).flatten({ background: '#ffffff' }).png().toBuffer()
    : png;
  const verdict = await judgeImage(text, style.value, drawn.value, raster, readable, depth);
  if (!verdict.ok) return verdict;
  return {
    ok: true,
    value: {
      svg,
      png,
      version: matrix.version,
      level: matrix.level,
      widthPx: layout.widthPx,
      heightPx: layout.heightPx,
      score: verdict.value.score,
      findings: [...findings, ...verdict.value.findings],
      exportPng: style.value.exportPng,
    },
  };
}
