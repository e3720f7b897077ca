import { isRecord } from '../is-record.ts';
import { type Parsed, refuse } from '../parsed.ts';
import { hexColour } from './hex-colour.ts';
import { pathNumber } from './path-number.ts';
import type { ErrorLevel, QrMatrix } from './qr-matrix.ts';

/** A logo consists of paths only: a picture inside an SVG could hide other content, and prints badly. */
export interface Logo {
  viewBox: [number, number, number, number];
  paths: { d: string; fill: string }[];
  /** Relative to the width of the symbol. */
  share: number;
}

/** Maximum share of the symbol's width; we measured that some readers fail above it. */
const shareMax: Record<ErrorLevel, number> = { L: 0, M: 0.15, Q: 0.2, H: 0.25 };
const shareDefault = 0.15;
const pathsMax = 32;
const lettersMax = 16_384;
/** Of all paths together, and how far they may lie from the box, in boxes: this limits the work of the rasterizer. */
const numbersMax = 2_000;
const reachMax = 10;
const pathData = /^\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9\s,.+-]+$/;
/** Free modules around the logo inside its slot. */
const margin = 0.4;

export function parseLogo(value: unknown): Parsed<Logo> {
  const shape =
    'logo must be {"view_box": [x, y, width, height], "paths": [{"d": "M…", "fill": "#1a2b3c"}], "share": 0.15}.';
  if (!isRecord(value)) return refuse(shape);
  const { view_box: box, paths, share = shareDefault } = value;
  if (!Array.isArray(box) || box.length !== 4 || !box.every((part) => Number.isFinite(part)))
    return refuse(shape);
  const [x, y, width, height] = box as [number, number, number, number];
  if (!(width > 0 && height > 0 && width <= 1e5 && height <= 1e5)) return refuse(shape);
  if (typeof share !== 'number' || !(share > 0 && share <= 1)) return refuse(shape);
  if (!Array.isArray(paths) || paths.length === 0) return refuse(shape);
  if (paths.length > pathsMax) return refuse(`logo must have at most ${pathsMax} paths. Merge some of them.`);
  const read: Logo['paths'] = [];
  const numbers: number[] = [];
  let letters = 0;
  for (const path of paths) {
    if (!isRecord(path) || typeof path['d'] !== 'string') return refuse(shape);
    const fill = hexColour(path['fill']);
    letters += path['d'].length;
    if (letters > lettersMax)
      return refuse(`logo is too detailed. Its paths must have at most ${lettersMax} characters in total.`);
    if (!pathData.test(path['d'])) return refuse("logo has a path that isn't valid SVG path data.");
    if (fill === null) return refuse('logo needs a fill such as #1a2b3c for each path.');
    numbers.push(...(path['d'].match(/-?\d*\.?\d+/g) ?? []).map(Number));
    if (numbers.length > numbersMax)
      return refuse(`logo is too detailed. Its paths must have at most ${numbersMax} numbers in total.`);
    read.push({ d: path['d'].replace(/\s+/g, ' ').trim(), fill });
  }
  const reach = reachMax * (Math.abs(x) + Math.abs(y) + width + height);
  if (numbers.some((number) => Math.abs(number) > reach))
    return refuse('logo extends too far beyond its view_box.');
  return { ok: true, value: { viewBox: [x, y, width, height], paths: read, share } };
}

/** The number of modules that the logo takes from the middle; odd, like the symbol. */
export function logoSlot(logo: Logo, { level, size }: QrMatrix): Parsed<number> {
  const most = shareMax[level];
  if (most === 0)
    return refuse("A logo needs error_correction M, Q or H. L can't restore the modules that it covers.");
  if (logo.share > most) {
    return refuse(
      `The logo is too large. With error_correction ${level}, its share must be at most ${most} of the code's width; it is ${logo.share}.`,
    );
  }
  const modules = Math.floor(logo.share * size);
  return { ok: true, value: modules % 2 === 1 ? modules : Math.max(1, modules - 1) };
}

/** A nested `svg` clips the logo to its slot. */
export function logoElement(logo: Logo, slot: number, size: number): string {
  const at = pathNumber((size - slot) / 2 + margin);
  const side = pathNumber(slot - 2 * margin);
  const paths = logo.paths.map(({ d, fill }) => `<path fill="${fill}" d="${d}"/>`).join('');
  return `<svg x="${at}" y="${at}" width="${side}" height="${side}" viewBox="${logo.viewBox.join(' ')}">${paths}</svg>`;
}
