import type { Parsed } from '#core/parsed.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import type { Finding } from '#core/qr-image/finding.ts';
import { parseRenderStyle, type RenderStyle } from '#core/qr-image/render-style.ts';
import { outlinerOf } from './outline-caption.ts';
import { renderImage } from './render-image.ts';

export interface DesignVerdict {
  score: number;
  findings: Finding[];
  widthPx: number;
  heightPx: number;
}

/** The readability of a design doesn't depend on its size; the time to render does. */
const judgedSideMax = 1_024;

/** The scan test of a design that is not saved yet. */
export async function judgeDesign(
  text: string,
  design: Record<string, unknown>,
): Promise<Parsed<DesignVerdict>> {
  const style = parseRenderStyle(design);
  if (!style.ok) return style;
  const drawn = drawQrImage(text, style.value, await outlinerOf(style.value.caption));
  if (!drawn.ok) return drawn;
  const { widthPx, heightPx } = drawn.value.layout;
  const judged = await renderImage(text, judgedDesign(design, style.value, widthPx, heightPx));
  if (!judged.ok) return judged;
  const { score, findings } = judged.value;
  return { ok: true, value: { score, findings, widthPx, heightPx } };
}

/** The same design in a smaller size. */
function judgedDesign(
  design: Record<string, unknown>,
  style: RenderStyle,
  widthPx: number,
  heightPx: number,
): Record<string, unknown> {
  const scale = judgedSideMax / Math.max(widthPx, heightPx);
  if (scale >= 1) return design;
  const padding = (style.padding / style.width) * widthPx * scale;
  return {
    ...design,
    unit: 'px',
    format_ratio: 'custom',
    width: Math.max(128, Math.round(widthPx * scale)),
    height: Math.max(128, Math.round(heightPx * scale)),
    padding,
    dpi: 72,
  };
}
