import type { ColouredShape } from '../scene.ts';
import { captionFrames } from './caption-frames.ts';
import type { Frame, FrameInput, FrameShares } from './frame-canvas.ts';
import { objectFrames } from './object-frames.ts';
import { plainFrames } from './plain-frames.ts';

const frames = { ...plainFrames, ...captionFrames, ...objectFrames };

export type BorderStyle = keyof typeof frames;
export const borderStyles = Object.keys(frames) as BorderStyle[];

function frameOf(border: BorderStyle): Frame {
  return frames[border];
}

export function hasCaption(border: BorderStyle): boolean {
  return frameOf(border).hasCaption;
}

/** How far a frame extends beyond the quiet zone, in modules. */
export function frameInsets(border: BorderStyle, zone: number): FrameShares {
  const { top, right, bottom, left } = frameOf(border).shares;
  return { top: top * zone, right: right * zone, bottom: bottom * zone, left: left * zone };
}

export function frameShapes(border: BorderStyle, input: FrameInput): ColouredShape[] {
  return frameOf(border).draw(input);
}
