import sharp from 'sharp';
import { type Parsed, refuse } from '#core/parsed.ts';
import { traceLoops } from '#core/qr-image/contour.ts';
import { parseLogo } from '#core/qr-image/logo.ts';
import type { Cell } from '#core/qr-image/symbol-parts.ts';
import { checkLogoFile } from './check-logo-file.ts';

/** A logo as stored in designs: shapes and colors, so that nothing of the file itself survives. */
export interface TracedLogo {
  view_box: [number, number, number, number];
  paths: { d: string; fill: string }[];
  share: number;
}

const pixelsMax = 16_000_000;
/** Finer than the details of a printed logo of a few millimetres. */
const gridSide = 96;
const coloursMax = 6;
const share = 0.2;
/** Smaller spots come from antialiasing. */
const spotMin = 4;
/** In cells: just enough to turn the steps of a slope into a line. */
const straight = 0.75;
const coarsest = 6;
/** More of them is noise, not a logo. */
const loopsMax = 600;

/** Converts an uploaded picture to shapes: decoded within limits, reduced to a few colors, and outlined. */
export async function traceLogo(file: Buffer): Promise<Parsed<TracedLogo>> {
  const picture = checkLogoFile(file);
  if (!picture.ok) return picture;
  let grid: Grid;
  try {
    grid = await readGrid(picture.value);
  } catch (error) {
    if (/pixel limit/i.test(String(error)))
      return refuse(`The image is too large. The maximum is ${pixelsMax / 1_000_000} million pixels.`);
    return refuse("The image can't be read. Save it again as SVG, PNG or JPEG.");
  }
  if (grid.colours.length === 0) return refuse('The image is empty: everything in it is transparent.');
  const layers = traceLayers(grid);
  const loops = layers.reduce((sum, layer) => sum + layer.loops.length, 0);
  // The first tolerance whose outlines are within the limits of a design.
  for (let tolerance = straight; loops <= loopsMax && tolerance <= coarsest; tolerance *= 1.5) {
    const logo: TracedLogo = {
      view_box: [0, 0, grid.width, grid.height],
      paths: outlineLayers(layers, tolerance),
      share,
    };
    if (logo.paths.length > 0 && parseLogo(logo).ok) return { ok: true, value: logo };
  }
  return refuse('The image has too much detail for a logo in a code. Use a simpler one.');
}

interface Grid {
  width: number;
  height: number;
  /** By area, descending. */
  colours: string[];
  /** An index of `colours` per cell, or -1. */
  cells: Int16Array;
}

async function readGrid(file: Buffer): Promise<Grid> {
  const options = {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
  } as const;
  const reduced = await sharp(file, options)
    .resize(gridSide, gridSide, { fit: 'inside', withoutEnlargement: false })
    .ensureAlpha()
    .png({ palette: true, colours: coloursMax + 1, dither: 0 })
    .toBuffer();
  const { data, info } = await sharp(reduced).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const areas = new Map<string, number>();
  const names: (string | null)[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const isSeen = (data[at + 3] ?? 0) >= 128;
    const name = isSeen ? `#${data.subarray(at, at + 3).toString('hex')}` : null;
    names.push(name);
    if (name !== null) areas.set(name, (areas.get(name) ?? 0) + 1);
  }
  const colours = [...areas]
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .slice(0, coloursMax);
  const cells = Int16Array.from(names, (name) => (name === null ? -1 : Math.max(0, colours.indexOf(name))));
  return { width: info.width, height: info.height, colours, cells };
}

interface Layer {
  fill: string;
  loops: Cell[][];
}

/** Each color covers those before it and extends under those after it, so that no gap can show between them. */
function traceLayers({ width, colours, cells }: Grid): Layer[] {
  return colours.map((fill, layer) => {
    const covered: Cell[] = [];
    cells.forEach((colour, at) => {
      if (colour >= layer) covered.push({ x: at % width, y: Math.floor(at / width) });
    });
    return { fill, loops: traceLoops(covered).filter((loop) => Math.abs(area(loop)) >= spotMin) };
  });
}

function outlineLayers(layers: Layer[], tolerance: number): TracedLogo['paths'] {
  return layers.flatMap(({ fill, loops }) => {
    const d = loops
      .map((loop) => simplify(loop, tolerance))
      .filter((loop) => loop.length >= 3)
      .map((loop) => `M${loop.map(({ x, y }) => `${x} ${y}`).join('L')}z`)
      .join('');
    return d === '' ? [] : [{ d, fill }];
  });
}

function area(loop: Cell[]): number {
  return (
    loop.reduce((sum, point, index) => {
      const next = loop[(index + 1) % loop.length] ?? point;
      return sum + point.x * next.y - next.x * point.y;
    }, 0) / 2
  );
}

/** Ramer, Douglas and Peucker, on a ring cut at its two most distant points. */
function simplify(loop: Cell[], tolerance: number): Cell[] {
  const [first] = loop;
  if (first === undefined) return [];
  const far = loop.reduce(
    (best, point, index) => (gap(first, point) > gap(first, loop[best] ?? first) ? index : best),
    0,
  );
  const there = thin(loop.slice(0, far + 1), tolerance);
  const back = thin([...loop.slice(far), first], tolerance);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

function thin(line: Cell[], tolerance: number): Cell[] {
  const [from, to] = [line[0], line.at(-1)];
  if (line.length < 3 || from === undefined || to === undefined) return line;
  let [worst, worstAt] = [0, 0];
  line.forEach((point, index) => {
    const away = distance(point, from, to);
    if (away > worst) [worst, worstAt] = [away, index];
  });
  if (worst <= tolerance) return [from, to];
  return [
    ...thin(line.slice(0, worstAt + 1), tolerance).slice(0, -1),
    ...thin(line.slice(worstAt), tolerance),
  ];
}

function distance(point: Cell, from: Cell, to: Cell): number {
  const length = gap(from, to);
  if (length === 0) return gap(point, from);
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length;
}

function gap(a: Cell, b: Cell): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
