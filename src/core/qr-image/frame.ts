import type { OutlinedText } from './outlined-text.ts';
import { pathNumber } from './path-number.ts';
import { allRadii, roundedRectangle } from './rounded-rectangle.ts';
import type { ColouredShape } from './scene.ts';

export const borderStyles = [
  'none',
  'solid',
  'rounded',
  'brackets',
  'caption',
  'caption-top',
  'bubble',
] as const;
export type BorderStyle = (typeof borderStyles)[number];

export function hasCaption(border: BorderStyle): boolean {
  return border === 'caption' || border === 'caption-top' || border === 'bubble';
}

/** How far a frame extends beyond the quiet zone, in modules; it never uses the zone itself. */
export interface FrameInsets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Lengths relative to the side of the quiet zone, so that a frame looks the same around every version. */
const line = 0.024;
const bracketLine = 0.032;
const band = 0.17;
const gap = 0.045;

export function frameInsets(border: BorderStyle, zone: number): FrameInsets {
  const around = (share: number, bottom = share, top = share) => ({
    top: top * zone,
    right: share * zone,
    bottom: bottom * zone,
    left: share * zone,
  });
  switch (border) {
    case 'none':
      return around(0);
    case 'solid':
    case 'rounded':
      return around(line);
    case 'brackets':
      return around(bracketLine);
    case 'caption':
      return around(line, band);
    case 'caption-top':
      return around(line, line, band);
    case 'bubble':
      return around(line, line + gap + band);
  }
}

interface FrameInput {
  border: BorderStyle;
  /** Side of the quiet zone in modules; the zone starts at 0, 0. */
  zone: number;
  quietZone: number;
  colour: string;
  captionColour: string;
  caption: OutlinedText | null;
}

/**
 * A rounded inside cuts the corners of the zone, at 45° by .293 of the radius. The corner of the symbol must keep half a module of distance.
 */
function innerRadius(share: number, zone: number, quietZone: number): number {
  return Math.min(share * zone, Math.max(0, (quietZone - 0.5) / 0.293));
}

export function frameShapes(input: FrameInput): ColouredShape[] {
  const { border, zone, quietZone, colour, captionColour, caption } = input;
  const w = line * zone;
  const inner = innerRadius(0.076, zone, quietZone);
  const shape = (d: string, stroke: number | null = null): ColouredShape => ({
    role: 'frame',
    d,
    colour,
    stroke,
    place: null,
  });
  const words = (top: number, height: number) =>
    caption === null ? [] : [captionShape(caption, captionColour, zone, top, height)];
  const ring = box(-w, -w, zone + 2 * w, zone + 2 * w, inner + w) + box(0, 0, zone, zone, inner);
  switch (border) {
    case 'none':
      return [];
    case 'solid':
      return [shape(box(-w, -w, zone + 2 * w, zone + 2 * w, 0) + box(0, 0, zone, zone, 0))];
    case 'rounded':
      return [shape(ring)];
    case 'brackets':
      return [shape(brackets(zone, innerRadius(0.054, zone, quietZone)), bracketLine * zone)];
    case 'caption':
      return [shape(card(zone, quietZone, -w, zone + band * zone)), ...words(zone, band * zone)];
    case 'caption-top':
      return [shape(card(zone, quietZone, -band * zone, zone + w)), ...words(-band * zone, band * zone)];
    case 'bubble': {
      const top = zone + w + gap * zone;
      return [
        shape(ring),
        shape(speechBubble(zone, w, top, band * zone, gap * zone)),
        ...words(top, band * zone),
      ];
    }
  }
}

/** A filled card with the quiet zone cut out of it. */
function card(zone: number, quietZone: number, top: number, bottom: number): string {
  const w = line * zone;
  const inner = innerRadius(0.05, zone, quietZone);
  return box(-w, top, zone + 2 * w, bottom - top, 0.08 * zone) + box(0, 0, zone, zone, inner);
}

/** A pill as wide as the frame above it, with a point that touches that frame. */
function speechBubble(zone: number, w: number, top: number, height: number, point: number): string {
  const n = pathNumber;
  const r = 0.06 * zone;
  const [left, right, middle] = [-w, zone + w, zone / 2];
  const arc = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return (
    `M${n(left + r)} ${n(top)}H${n(middle - point)}L${n(middle)} ${n(top - point)}L${n(middle + point)} ${n(top)}` +
    `H${n(right - r)}${arc(r, r)}V${n(top + height - r)}${arc(-r, r)}H${n(left + r)}${arc(-r, -r)}V${n(top + r)}${arc(r, -r)}z`
  );
}

function brackets(zone: number, inner: number): string {
  const n = pathNumber;
  const w = bracketLine * zone;
  const [near, far] = [-w / 2, zone + w / 2];
  const arm = 0.2 * zone;
  const r = inner + w / 2;
  const corner = (x: number, y: number, dx: number, dy: number) => {
    const sweep = dx === dy ? 1 : 0;
    return `M${n(x)} ${n(y + dy * arm)}V${n(y + dy * r)}a${n(r)} ${n(r)} 0 0 ${sweep} ${n(dx * r)} ${n(-dy * r)}H${n(x + dx * arm)}`;
  };
  return (
    corner(near, near, 1, 1) + corner(far, near, -1, 1) + corner(far, far, -1, -1) + corner(near, far, 1, -1)
  );
}

/** In the middle of its band, as large as possible. */
function captionShape(
  text: OutlinedText,
  colour: string,
  zone: number,
  top: number,
  height: number,
): ColouredShape {
  const scale = Math.min((0.42 * height) / text.capHeight, (0.9 * zone) / text.width);
  const x = (zone - text.width * scale) / 2;
  const y = top + (height + text.capHeight * scale) / 2;
  return { role: 'caption', d: text.path, colour, stroke: null, place: { x, y, scale } };
}

function box(x: number, y: number, width: number, height: number, radius: number): string {
  return roundedRectangle(x, y, width, height, allRadii(radius));
}
