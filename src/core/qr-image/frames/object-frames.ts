import { pathNumber } from '../path-number.ts';
import { allRadii, roundedRectangle } from '../rounded-rectangle.ts';
import {
  around,
  band,
  box,
  card,
  type Frame,
  type FrameInput,
  frameShape,
  line,
  opening,
  words,
} from './frame-canvas.ts';

const handle = 0.13;
const tagTop = 0.15;
const teeth = 18;
const toothHeight = 0.03;
const stampEdge = 0.06;
const holesPerSide = 12;
const phoneTop = 0.09;

/** Things that people know, with words on them. */
export const objectFrames = {
  ticket: {
    shares: around(line, { bottom: 0.2 }),
    hasCaption: true,
    draw: (input) => [
      frameShape(input, ticket(input)),
      ...words(input, 1.035 * input.zone, 0.165 * input.zone),
    ],
  },
  receipt: {
    shares: around(line, { top: band, bottom: line + toothHeight }),
    hasCaption: true,
    draw: (input) => [
      frameShape(input, receipt(input)),
      ...words(input, -band * input.zone, band * input.zone),
    ],
  },
  tag: {
    shares: around(line, { top: tagTop, bottom: band }),
    hasCaption: true,
    draw: (input) => [frameShape(input, tag(input)), ...words(input, input.zone, band * input.zone)],
  },
  phone: {
    shares: around(0.04, { top: phoneTop, bottom: band }),
    hasCaption: true,
    draw: (input) => [frameShape(input, phone(input)), ...words(input, input.zone, band * input.zone)],
  },
  polaroid: {
    shares: around(0.06, { bottom: 0.2 }),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      const outline = (inset: number) =>
        box(
          (inset - 0.06) * zone,
          (inset - 0.06) * zone,
          (1.12 - 2 * inset) * zone,
          (1.26 - 2 * inset) * zone,
          0.02 * zone,
        );
      return [
        frameShape(input, outline(0) + outline(0.012)),
        ...words(input, 1.02 * zone, 0.165 * zone, input.colour),
      ];
    },
  },
  bag: {
    shares: around(line, { top: line + handle, bottom: band }),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      return [
        frameShape(input, card(input, -line * zone, (1 + band) * zone, 0.04)),
        frameShape(input, bagHandle(zone), 0.026 * zone),
        ...words(input, zone, band * zone),
      ];
    },
  },
  stamp: {
    shares: around(stampEdge, { bottom: 0.19 }),
    hasCaption: true,
    draw: (input) => [frameShape(input, stamp(input)), ...words(input, input.zone, 0.15 * input.zone)],
  },
} satisfies Record<string, Frame>;

/** A card with a half circle cut out of each side, where the stub begins. */
function ticket(input: FrameInput): string {
  const n = pathNumber;
  const { zone } = input;
  const [w, r, notch] = [line * zone, 0.05 * zone, 0.03 * zone];
  const [left, right, bottom] = [-w, zone + w, 1.2 * zone];
  const [from, to] = [zone + 0.01 * zone, zone + 0.01 * zone + 2 * notch];
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  const cut = (dy: number) => `a${n(notch)} ${n(notch)} 0 0 0 0 ${n(dy)}`;
  return (
    `M${n(left + r)} ${n(-w)}H${n(right - r)}${corner(r, r)}V${n(from)}${cut(to - from)}V${n(bottom - r)}${corner(-r, r)}` +
    `H${n(left + r)}${corner(-r, -r)}V${n(to)}${cut(from - to)}V${n(r - w)}${corner(r, -r)}z${opening(input, 0.05)}`
  );
}

/** Paper that was torn off. */
function receipt(input: FrameInput): string {
  const n = pathNumber;
  const { zone } = input;
  const w = line * zone;
  const [left, right, top, bottom] = [-w, zone + w, -band * zone, zone + w];
  const step = (right - left) / teeth;
  let edge = '';
  for (let tooth = 0; tooth < teeth; tooth++) {
    const x = right - tooth * step;
    edge += `L${n(x - step / 2)} ${n(bottom + toothHeight * zone)}L${n(x - step)} ${n(bottom)}`;
  }
  return `M${n(left)} ${n(top)}H${n(right)}V${n(bottom)}${edge}z${opening(input)}`;
}

/** A label with cut corners and a hole for its string. */
function tag(input: FrameInput): string {
  const n = pathNumber;
  const { zone } = input;
  const w = line * zone;
  const [left, right, top, bottom, cut, r] = [
    -w,
    zone + w,
    -tagTop * zone,
    (1 + band) * zone,
    0.13 * zone,
    0.05 * zone,
  ];
  const hole = 0.032 * zone;
  return (
    `M${n(left + cut)} ${n(top)}H${n(right - cut)}L${n(right)} ${n(top + cut)}V${n(bottom - r)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(r)}` +
    `H${n(left + r)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(-r)}V${n(top + cut)}z` +
    box(zone / 2 - hole, top / 2 - hole, 2 * hole, 2 * hole, hole) +
    opening(input, 0.05)
  );
}

function phone(input: FrameInput): string {
  const { zone } = input;
  const w = 0.04 * zone;
  const slot = 0.014 * zone;
  return (
    box(-w, -phoneTop * zone, zone + 2 * w, (1 + phoneTop + band) * zone, 0.09 * zone) +
    box(0.4 * zone, (-phoneTop / 2) * zone - slot / 2, 0.2 * zone, slot, slot / 2) +
    opening(input, 0.03)
  );
}

function bagHandle(zone: number): string {
  const n = pathNumber;
  const [left, right, foot, top, r] = [
    0.32 * zone,
    0.68 * zone,
    -line * zone,
    -(handle + line - 0.013) * zone,
    0.1 * zone,
  ];
  return `M${n(left)} ${n(foot)}V${n(top + r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(-r)}H${n(right - r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(r)}V${n(foot)}`;
}

/** A perforated edge: half circles cut out of it. */
function stamp(input: FrameInput): string {
  const n = pathNumber;
  const { zone } = input;
  const [left, top, right, bottom] = [
    -stampEdge * zone,
    -stampEdge * zone,
    (1 + stampEdge) * zone,
    1.19 * zone,
  ];
  const r = 0.022 * zone;
  const cut = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 0 ${n(dx)} ${n(dy)}`;
  const side = (length: number, dx: number, dy: number) => {
    const space = length / holesPerSide - 2 * r;
    const half = `l${n((dx * space) / 2)} ${n((dy * space) / 2)}`;
    return Array.from({ length: holesPerSide }, () => `${half}${cut(2 * r * dx, 2 * r * dy)}${half}`).join(
      '',
    );
  };
  return (
    `M${n(left)} ${n(top)}${side(right - left, 1, 0)}${side(bottom - top, 0, 1)}${side(right - left, -1, 0)}${side(bottom - top, 0, -1)}z` +
    roundedRectangle(0, 0, zone, zone, allRadii(0))
  );
}
