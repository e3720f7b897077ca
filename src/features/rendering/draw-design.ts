import type { Parsed } from '#core/parsed.ts';
import { drawQrImage, type QrImage } from '#core/qr-image/draw-qr-image.ts';
import { parseRenderStyle, type RenderStyle } from '#core/qr-image/render-style.ts';
import { embedLogo } from './embed-logo.ts';
import { outlinerOf } from './outline-caption.ts';

export interface DrawnDesign {
  style: RenderStyle;
  image: QrImage;
}

/** A text in a stored design, with its logo and caption. */
export async function drawDesign(
  text: string,
  design: Record<string, unknown>,
  change: (style: RenderStyle) => RenderStyle = (style) => style,
): Promise<Parsed<DrawnDesign>> {
  const parsed = parseRenderStyle(design);
  const embedded = parsed.ok ? await embedLogo(parsed.value) : parsed;
  if (!embedded.ok) return embedded;
  const style = change(embedded.value);
  const drawn = drawQrImage(text, style, await outlinerOf(style.caption));
  return drawn.ok ? { ok: true, value: { style, image: drawn.value } } : drawn;
}
