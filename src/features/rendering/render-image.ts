import sharp from 'sharp';
import type { Parsed } from '#core/parsed.ts';
import type { Finding } from '#core/qr-image/finding.ts';
import { drawDesign } from './draw-design.ts';
import { encodePng } from './encode-png.ts';
import { type GateDepth, judgeImage } from './judge-image.ts';
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
  const designed = await drawDesign(text, design);
  if (!designed.ok) return designed;
  const { style, image } = designed.value;
  const { svg, matrix, layout, findings } = image;
  const raster = await rasteriseSvg(svg);
  const png = await encodePng(raster, style);
  // A transparent image is tested on white.
  const readable = style.bgTransparent
    ? await sharp(png).flatten({ background: '#ffffff' }).png().toBuffer()
    : png;
  const verdict = await judgeImage(text, style, image, raster, readable, depth);
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
      exportPng: style.exportPng,
    },
  };
}
