import { inches } from '../qr-image/image-layout.ts';
import type { RenderStyle, Unit } from '../qr-image/render-style.ts';
import type { PrintOptions } from './print-options.ts';

/** Of shapes: modules are whole pixels, and small ones fill the size better. */
const shapeDpiMax = 4_800;
const shapePxMax = 4_000;
const pixelDpi = 300;

/** A design in the size that was asked for. Everything in it keeps its proportions. */
export function styleForPrint(
  style: RenderStyle,
  { format, size, dpi, isTransparent }: PrintOptions,
): RenderStyle {
  const scale = size === null ? 1 : size.width / style.width;
  const unit = size?.unit ?? style.unit;
  const width = size?.width ?? style.width;
  const height = style.height * scale;
  return {
    ...style,
    formatRatio: 'custom',
    unit,
    width,
    height,
    padding: style.padding * scale,
    bgTransparent: isTransparent ?? style.bgTransparent,
    dpi:
      dpi ??
      (format === 'png'
        ? size === null
          ? style.dpi
          : pixelDpi
        : dpiOfShapes(unit, Math.max(width, height), style.dpi)),
  };
}

function dpiOfShapes(unit: Unit, longer: number, dpi: number): number {
  if (unit === 'px') return dpi;
  return Math.min(shapeDpiMax, Math.floor(shapePxMax / (longer * inches[unit])));
}
