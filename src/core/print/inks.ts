import type { PrintOptions } from './print-options.ts';

/** Cyan, magenta, yellow and black, each from 0 to 1. */
export type Cmyk = [c: number, m: number, y: number, k: number];

export type Ink =
  | { kind: 'rgb'; hex: string }
  | { kind: 'cmyk'; parts: Cmyk }
  /** With the process colors that replace it on a screen. */
  | { kind: 'spot'; name: string; parts: Cmyk };

/** What each part of an image is printed with. */
export interface Inks {
  /** Null: every part in its own color. */
  symbol: Ink | null;
  of(hex: string): Ink;
}

const black: Cmyk = [0, 0, 0, 1];

/**
 * For print, the symbol has one ink: a symbol of several plates loses its edges when they are not exactly on top of each other.
 * @param foreground of the design; parts of the frame in this color get the same ink
 */
export function inksFor(
  { colorMode, spotColor }: Pick<PrintOptions, 'colorMode' | 'spotColor'>,
  foreground: string,
): Inks {
  if (colorMode === 'rgb') return { symbol: null, of: (hex) => ({ kind: 'rgb', hex }) };
  const symbol: Ink =
    spotColor === null
      ? { kind: 'cmyk', parts: black }
      : { kind: 'spot', name: spotColor, parts: cmykOf(foreground) };
  return { symbol, of: (hex) => (hex === foreground ? symbol : { kind: 'cmyk', parts: cmykOf(hex) }) };
}

/** Without a profile: as much black as possible, so that neutral colors have one plate. */
export function cmykOf(hex: string): Cmyk {
  const [r, g, b] = rgbOf(hex);
  const k = 1 - Math.max(r, g, b);
  if (k === 1) return black;
  const part = (value: number) => Math.round(((1 - value - k) / (1 - k)) * 1_000) / 1_000;
  return [part(r), part(g), part(b), Math.round(k * 1_000) / 1_000];
}

/** Each from 0 to 1. */
export function rgbOf(hex: string): [r: number, g: number, b: number] {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}
