import { inches } from '../qr-image/image-layout.ts';
import type { Unit } from '../qr-image/render-style.ts';

/** How small a design can be printed, as its scan tests say. */
export interface PrintAdvice {
  /** Of the whole image, in millimetres. */
  smallestWidthMm: number;
}

/** Phones can't focus on anything nearer. */
export const nearestMm = 150;
/** The focal length of an ordinary phone in pixels of the video in which it looks for codes (1280 × 720). */
const focalPx = 930;
const keptDigits = 10;

/** From the fewest pixels per module that are read. A camera sees details smaller the farther they are away. */
export function printAdvice(modulePx: number, widthInModules: number): PrintAdvice {
  const widthMm = (modulePx * widthInModules * nearestMm) / focalPx;
  return { smallestWidthMm: Math.ceil(widthMm * keptDigits) / keptDigits };
}

/** From how far a print of this width is read, in millimetres; null if it is too small. */
function reachMm({ smallestWidthMm }: PrintAdvice, widthMm: number): number | null {
  return widthMm < smallestWidthMm ? null : (nearestMm * widthMm) / smallestWidthMm;
}

/** The width of a print in millimetres; null if it is unknown. */
export function printedWidthMm(width: number | undefined, unit: Unit = 'mm'): number | null {
  if (width === undefined || unit === 'px') return null;
  return (width * inches[unit]) / inches.mm;
}

const usualWidthMm = 40;

/** For people. @param widthMm of the print, or null if it is not chosen yet. */
export function adviceText(advice: PrintAdvice, widthMm: number | null): string {
  const least = `at least ${Math.ceil(advice.smallestWidthMm)} mm wide`;
  const width = widthMm ?? Math.max(usualWidthMm, Math.ceil(advice.smallestWidthMm));
  const reach = reachMm(advice, width);
  if (reach === null) return `Too small: print it ${least}, so that phones can read it.`;
  const distance = `phones read it from up to ${distanceText(reach)}`;
  return widthMm === null
    ? `Print it ${least}. ${width} mm wide, ${distance}.`
    : `In this size, ${distance}. Print it ${least}.`;
}

function distanceText(mm: number): string {
  return mm < 1_000 ? `${Math.floor(mm / 10)} cm` : `${(Math.floor(mm / 100) / 10).toFixed(1)} m`;
}
