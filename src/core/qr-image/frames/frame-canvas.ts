import type { OutlinedText } from '../outlined-text.ts';
import { allRadii, roundedRectangle } from '../rounded-rectangle.ts';
import type { ColouredShape } from '../scene.ts';

/** Lengths relative to the side of the quiet zone, so that a frame looks the same around every version. */
export const line = 0.024;
export const band = 0.17;
export const gap = 0.045;

/** How far a frame extends beyond the quiet zone, in shares of its side; it never uses the zone itself. */
export interface FrameShares {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export function around(share: number, { top = share, bottom = share } = {}): FrameShares {
  return { top, right: share, bottom, left: share };
}

export interface FrameInput {
  /** Side of the quiet zone in modules; the zone starts at 0, 0. */
  zone: number;
  quietZone: number;
  colour: string;
  /** Of a caption that lies on the frame. */
  captionColour: string;
  caption: OutlinedText | null;
}

export interface Frame {
  shares: FrameShares;
  hasCaption: boolean;
  draw(input: FrameInput): ColouredShape[];
}

/**
 * A rounded inside cuts the corners of the zone, at 45° by .293 of the radius. The corner of the symbol must keep half a module of distance.
 */
export function innerRadius(share: number, { zone, quietZone }: FrameInput): number {
  return Math.min(share * zone, Math.max(0, (quietZone - 0.5) / 0.293));
}

/** Holes by the even-odd rule, or a line of this width. */
export function frameShape(input: FrameInput, d: string, stroke: number | null = null): ColouredShape {
  return { role: 'frame', d, colour: input.colour, stroke, place: null };
}

/** The caption in the middle of its band, as large as possible. Null: the frame is drawn without it. */
export function words(
  { caption, zone, captionColour }: FrameInput,
  top: number,
  height: number,
  colour = captionColour,
): ColouredShape[] {
  if (caption === null) return [];
  const scale = Math.min((0.42 * height) / caption.capHeight, (0.9 * zone) / caption.width);
  const x = (zone - caption.width * scale) / 2;
  const y = top + (height + caption.capHeight * scale) / 2;
  return [{ role: 'caption', d: caption.path, colour, stroke: null, place: { x, y, scale } }];
}

export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  return roundedRectangle(x, y, width, height, allRadii(radius));
}

/** The quiet zone itself, which is cut out of what lies around it. */
export function opening(input: FrameInput, share = 0): string {
  return box(0, 0, input.zone, input.zone, share === 0 ? 0 : innerRadius(share, input));
}

/** A line of even width around the zone, with rounded corners. */
export function roundRing(input: FrameInput): string {
  const w = line * input.zone;
  const inner = innerRadius(0.076, input);
  return (
    box(-w, -w, input.zone + 2 * w, input.zone + 2 * w, inner + w) + box(0, 0, input.zone, input.zone, inner)
  );
}

/** A filled card with the quiet zone cut out of it. */
export function card(input: FrameInput, top: number, bottom: number, radius = 0.08): string {
  const w = line * input.zone;
  return box(-w, top, input.zone + 2 * w, bottom - top, radius * input.zone) + opening(input, 0.05);
}
