import { type Parsed, refuse } from '../parsed.ts';
import { composeScene } from './compose-scene.ts';
import type { Finding } from './finding.ts';
import { type ImageLayout, layOutImage } from './image-layout.ts';
import { judgeStyle } from './judge-style.ts';
import { placeLogo } from './logo.ts';
import type { OutlinedText, OutlineText } from './outlined-text.ts';
import type { PlacedLogo } from './placed-logo.ts';
import { makeQrMatrix, type QrMatrix } from './qr-matrix.ts';
import type { RenderStyle } from './render-style.ts';
import type { Scene } from './scene.ts';
import { writeSvg } from './write-svg.ts';

export interface QrImage {
  /** What other formats are written from. */
  scene: Scene;
  svg: string;
  matrix: QrMatrix;
  layout: ImageLayout;
  /** What makes the image harder to scan, in words for its owner. */
  findings: Finding[];
}

/**
 * Creates the SVG of a text and design: the same bytes for the same input, in a worker or in a browser.
 * @param outlineText turns a caption into shapes; the caller reads the fonts, which are files.
 */
export function drawQrImage(text: string, style: RenderStyle, outlineText: OutlineText): Parsed<QrImage> {
  const judged = judgeStyle(style);
  if (!judged.ok) return judged;
  const sketch = sketchQrImage(text, style, outlineText);
  return sketch.ok ? { ok: true, value: { ...sketch.value, findings: judged.value } } : sketch;
}

/** The same, also of a design that is refused, so that its owner sees it. */
export function sketchQrImage(
  text: string,
  style: RenderStyle,
  outlineText: OutlineText,
): Parsed<Omit<QrImage, 'findings'>> {
  const matrix = makeQrMatrix(text, style.errorCorrection);
  if (matrix === null) return refuse('The text is too long for a QR code. Shorten it.');
  const logo: Parsed<PlacedLogo | null> =
    style.logo === null ? { ok: true, value: null } : placeLogo(style.logo, matrix);
  if (!logo.ok) return logo;
  const caption: Parsed<OutlinedText | null> =
    style.caption === null ? { ok: true, value: null } : outlineText(style.caption);
  if (!caption.ok) return caption;
  const layout = layOutImage(style, matrix.size);
  if (!layout.ok) return layout;
  const scene = composeScene({
    matrix,
    style,
    layout: layout.value,
    logo: logo.value,
    caption: caption.value,
  });
  return { ok: true, value: { scene, svg: writeSvg(scene), matrix, layout: layout.value } };
}
