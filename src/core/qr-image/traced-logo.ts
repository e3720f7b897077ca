import { isRecord } from '../is-record.ts';
import { type Parsed, refuse } from '../parsed.ts';
import { hexColour } from './hex-colour.ts';
import type { PlacedLogo } from './placed-logo.ts';
import type { ErrorLevel, QrMatrix } from './qr-matrix.ts';
import type { ViewBox } from './scene.ts';

/** A logo of flat shapes: icons, and all logos of earlier designs. */
export interface TracedLogo {
  kind: 'shapes';
  viewBox: ViewBox;
  paths: { d: string; fill: string }[];
  /** Relative to the width of the symbol; rounded down to whole modules. */
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

const shape =
  'logo must be {"view_box": [x, y, width, height], "paths": [{"d": "M…", "fill": "#1a2b3c"}], "share": 0.15}.';

export function parseTracedLogo(value: Record<string, unknown>): Parsed<TracedLogo> {
  const { view_box: box, paths, share = shareDefault } = value;
  if (!Array.isArray(box) || box.length !== 4 || !box.every((part) => Number.isFinite(part)))
    return refuse(shape);
  const [x, y, width, height] = box as [number, number, number, number];
  if (!(width > 0 && height > 0 && width <= 1e5 && height <= 1e5)) return refuse(shape);
  if (typeof share !== 'number' || !(share > 0 && share <= 1)) return refuse(shape);
  if (!Array.isArray(paths) || paths.length === 0) return refuse(shape);
  if (paths.length > pathsMax) return refuse(`logo must have at most ${pathsMax} paths. Merge some of them.`);
  const read: TracedLogo['paths'] = [];
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
  return { ok: true, value: { kind: 'shapes', viewBox: [x, y, width, height], paths: read, share } };
}

/** In an odd number of whole modules, like the symbol. */
export function placeTracedLogo(logo: TracedLogo, { level, size }: QrMatrix): Parsed<PlacedLogo> {
  const most = shareMax[level];
  if (most === 0)
    return refuse("A logo needs error_correction M, Q or H. L can't restore the modules that it covers.");
  if (logo.share > most) {
    return refuse(
      `The logo is too large. With error_correction ${level}, its share must be at most ${most} of the code's width; it is ${logo.share}.`,
    );
  }
  const modules = Math.floor(logo.share * size);
  const slot = modules % 2 === 1 ? modules : Math.max(1, modules - 1);
  const at = (size - slot) / 2 + margin;
  const side = slot - 2 * margin;
  const isInside = (place: number) => Math.abs(place - (size - 1) / 2) < slot / 2;
  return {
    ok: true,
    value: {
      isCovered: (x, y) => isInside(x) && isInside(y),
      plate: null,
      drawing: {
        kind: 'shapes',
        box: { x: at, y: at, width: side, height: side },
        viewBox: logo.viewBox,
        paths: logo.paths,
      },
    },
  };
}
