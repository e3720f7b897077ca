import { pathNumber } from '../path-number.ts';
import {
  around,
  box,
  type Frame,
  type FrameInput,
  frameShape,
  innerRadius,
  line,
  opening,
  roundRing,
} from './frame-canvas.ts';

export const bracketLine = 0.032;
const thinLine = 0.01;
const dotRadius = 0.011;
const dotsPerSide = 26;

/** Frames without words. */
export const plainFrames = {
  none: { shares: around(0), hasCaption: false, draw: () => [] },
  solid: {
    shares: around(line),
    hasCaption: false,
    draw: (input) => [frameShape(input, square(input, line) + opening(input))],
  },
  rounded: {
    shares: around(line),
    hasCaption: false,
    draw: (input) => [frameShape(input, roundRing(input))],
  },
  brackets: {
    shares: around(bracketLine),
    hasCaption: false,
    draw: (input) => [frameShape(input, brackets(input), bracketLine * input.zone)],
  },
  double: {
    shares: around(3 * thinLine),
    hasCaption: false,
    draw: (input) => [
      frameShape(input, [3, 2, 1].map((lines) => square(input, lines * thinLine)).join('') + opening(input)),
    ],
  },
  dotted: {
    shares: around(2 * dotRadius),
    hasCaption: false,
    draw: (input) => [frameShape(input, dots(input.zone))],
  },
} satisfies Record<string, Frame>;

function square({ zone }: FrameInput, share: number): string {
  return box(-share * zone, -share * zone, zone * (1 + 2 * share), zone * (1 + 2 * share));
}

/** The corners of a square, as lines. */
export function brackets(input: FrameInput): string {
  const n = pathNumber;
  const { zone } = input;
  const w = bracketLine * zone;
  const [near, far] = [-w / 2, zone + w / 2];
  const arm = 0.2 * zone;
  const r = innerRadius(0.054, input) + w / 2;
  const corner = (x: number, y: number, dx: number, dy: number) => {
    const sweep = dx === dy ? 1 : 0;
    return `M${n(x)} ${n(y + dy * arm)}V${n(y + dy * r)}a${n(r)} ${n(r)} 0 0 ${sweep} ${n(dx * r)} ${n(-dy * r)}H${n(x + dx * arm)}`;
  };
  return (
    corner(near, near, 1, 1) + corner(far, near, -1, 1) + corner(far, far, -1, -1) + corner(near, far, 1, -1)
  );
}

function dots(zone: number): string {
  const n = pathNumber;
  const r = dotRadius * zone;
  const step = (zone + 2 * r) / dotsPerSide;
  const dot = (x: number, y: number) =>
    `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 0 1 ${n(-2 * r)} 0z`;
  let path = '';
  for (let at = 0; at < dotsPerSide; at++) {
    const along = -r + at * step;
    path += dot(along, -r) + dot(zone + r, along) + dot(zone - along, zone + r) + dot(-r, zone - along);
  }
  return path;
}
