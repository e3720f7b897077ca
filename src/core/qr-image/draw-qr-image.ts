import { type Parsed, refuse } from '../parsed.ts';
import { colourContrast, contrastGood, contrastMin } from './colour-contrast.ts';
import { dotsPath } from './dots.ts';
import { eyesPath } from './eyes.ts';
import { type ImageLayout, layOutImage } from './image-layout.ts';
import { makeQrMatrix, type QrMatrix } from './qr-matrix.ts';
import type { RenderStyle } from './render-style.ts';
import { type Cell, eyePositions, partOf } from './symbol-parts.ts';

export interface QrImage {
  svg: string;
  matrix: QrMatrix;
  layout: ImageLayout;
  /** What makes the image harder to scan than it need be, in words for its owner. */
  findings: string[];
}

/** Text and design to SVG: pure, the same bytes for the same input, in a worker or in a browser. */
export function drawQrImage(text: string, style: RenderStyle): Parsed<QrImage> {
  const contrast = colourContrast(style.foregroundColor, style.backgroundColor);
  if (contrast <= -contrastMin)
    return refuse('The colours are inverted: the code must be darker than its background.');
  if (contrast < contrastMin) {
    return refuse(
      'The colours are too close: choose a darker foreground_color or a lighter background_color.',
    );
  }
  const matrix = makeQrMatrix(text, style.errorCorrection);
  const layout = layOutImage(style, matrix.size);
  if (!layout.ok) return layout;
  const findings = listFindings(style, contrast);
  return {
    ok: true,
    value: { svg: writeSvg(matrix, style, layout.value), matrix, layout: layout.value, findings },
  };
}

function listFindings(style: RenderStyle, contrast: number): string[] {
  const findings: string[] = [];
  if (contrast < contrastGood)
    findings.push('The colours are close: in poor light some phones will not read the code.');
  if (style.quietZone < 4) findings.push('The quiet zone is narrow: keep the code away from other print.');
  if (style.eyeStyle === 'circle')
    findings.push('Round eyes are not found by every reader when the code is tilted.');
  return findings;
}

/** Only paths and two colours: nothing that could run, load or differ from one viewer to the next. */
function writeSvg(matrix: QrMatrix, style: RenderStyle, layout: ImageLayout): string {
  const { widthPx, heightPx, modulePx, symbolX, symbolY } = layout;
  const part = partOf(matrix);
  const dots: Cell[] = [];
  const solid: Cell[] = [];
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      if (!matrix.isDark(x, y) || part(x, y) === 'eye') continue;
      (part(x, y) === 'alignment' ? solid : dots).push({ x, y });
    }
  }
  const symbol = [dotsPath(style.dotStyle, dots), dotsPath('square', solid)].filter((path) => path !== '');
  const background = style.bgTransparent
    ? ''
    : `<path fill="${style.backgroundColor}" d="M0 0H${widthPx}V${heightPx}H0z"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">` +
    `${background}${borderPath(style, layout)}<g fill="${style.foregroundColor}" transform="translate(${symbolX} ${symbolY}) scale(${modulePx})">` +
    `${symbol.map((path) => `<path d="${path}"/>`).join('')}` +
    `<path fill-rule="evenodd" d="${eyesPath(style.eyeStyle, eyePositions(matrix))}"/></g></svg>\n`
  );
}

/** A line at the outer edge of the quiet zone's first quarter: it must not come near the symbol. */
function borderPath(style: RenderStyle, { zoneX, zoneY, zonePx, modulePx }: ImageLayout): string {
  if (style.borderStyle === 'none') return '';
  const width = Math.max(1, Math.round(modulePx / 2));
  const [x, y, size] = [zoneX + width / 2, zoneY + width / 2, zonePx - width];
  const r = style.borderStyle === 'rounded' ? modulePx * 2 : 0;
  const arc = (dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  const d =
    `M${x + r} ${y}h${size - 2 * r}${arc(r, r)}v${size - 2 * r}${arc(-r, r)}` +
    `h${2 * r - size}${arc(-r, -r)}v${2 * r - size}${arc(r, -r)}z`;
  return `<path fill="none" stroke="${style.foregroundColor}" stroke-width="${width}" d="${d}"/>`;
}
