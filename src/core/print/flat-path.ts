import svgpath from 'svgpath';
import type { Placement } from '../qr-image/scene.ts';

/** One step of a path in absolute coordinates: only lines and cubic curves are left. */
export type Step =
  | { kind: 'move' | 'line'; x: number; y: number }
  | { kind: 'curve'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { kind: 'close' };

/** The steps of SVG path data; arcs and shorthands become curves. */
export function pathSteps(d: string): Step[] {
  const steps: Step[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const to = (step: Exclude<Step, { kind: 'close' }>) => {
    [x, y] = [step.x, step.y];
    if (step.kind === 'move') [startX, startY] = [x, y];
    steps.push(step);
  };
  svgpath(d)
    .abs()
    .unshort()
    .unarc()
    .iterate((segment) => {
      const [name, ...values] = segment as [string, ...number[]];
      const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = values;
      if (name === 'M') to({ kind: 'move', x: a, y: b });
      else if (name === 'L') to({ kind: 'line', x: a, y: b });
      else if (name === 'H') to({ kind: 'line', x: a, y });
      else if (name === 'V') to({ kind: 'line', x, y: a });
      else if (name === 'C') to({ kind: 'curve', x1: a, y1: b, x2: c, y2: e, x: f, y: g });
      else if (name === 'Q')
        // A quadratic curve as a cubic one.
        to({
          kind: 'curve',
          x1: x + (2 / 3) * (a - x),
          y1: y + (2 / 3) * (b - y),
          x2: c + (2 / 3) * (a - c),
          y2: e + (2 / 3) * (b - e),
          x: c,
          y: e,
        });
      else {
        [x, y] = [startX, startY];
        steps.push({ kind: 'close' });
      }
    });
  return steps;
}

export interface FlatLine {
  points: [x: number, y: number][];
  isClosed: boolean;
}

/** A path as straight lines. @param step the greatest length of a line in a curve */
export function flatLines(d: string, place: Placement, step: number): FlatLine[] {
  const lines: FlatLine[] = [];
  let points: FlatLine['points'] = [];
  const end = (isClosed: boolean) => {
    if (points.length > 1) lines.push({ points, isClosed });
    points = [];
  };
  const at = (x: number, y: number): [number, number] => [
    place.x + x * place.scale,
    place.y + y * place.scale,
  ];
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  for (const next of pathSteps(d)) {
    if (next.kind === 'close') {
      end(true);
      [fromX, fromY] = [startX, startY];
      continue;
    }
    if (next.kind === 'move') {
      end(false);
      [startX, startY] = [next.x, next.y];
    }
    // After a closed part, a path may continue without moving.
    if (points.length === 0 && next.kind !== 'move') points.push(at(fromX, fromY));
    if (next.kind === 'curve') points.push(...curvePoints([fromX, fromY], next, place, step));
    else points.push(at(next.x, next.y));
    [fromX, fromY] = [next.x, next.y];
  }
  end(false);
  return lines;
}

const partsMax = 64;

function curvePoints(
  [fromX, fromY]: [number, number],
  { x1, y1, x2, y2, x, y }: Extract<Step, { kind: 'curve' }>,
  place: Placement,
  step: number,
): [number, number][] {
  const length =
    place.scale *
    (Math.hypot(x1 - fromX, y1 - fromY) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x - x2, y - y2));
  const parts = Math.min(partsMax, Math.max(2, Math.ceil(length / step)));
  return Array.from({ length: parts }, (_, index) => {
    const t = (index + 1) / parts;
    const u = 1 - t;
    const blend = (a: number, b: number, c: number, d: number) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    return [place.x + place.scale * blend(fromX, x1, x2, x), place.y + place.scale * blend(fromY, y1, y2, y)];
  });
}
