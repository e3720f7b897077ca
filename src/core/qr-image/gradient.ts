import { isRecord } from '../is-record.ts';
import { hexColour } from './hex-colour.ts';
import { pathNumber } from './path-number.ts';

export interface Gradient {
  type: 'linear' | 'radial';
  from: string;
  to: string;
  /** Degrees, clockwise from left to right; not for radial gradients. */
  angle: number;
}

export function parseGradient(value: unknown): Gradient | null {
  if (!isRecord(value)) return null;
  const { type = 'linear', angle = 0, from: first, to: last } = value;
  const [from, to] = [hexColour(first), hexColour(last)];
  if (type !== 'linear' && type !== 'radial') return null;
  if (from === null || to === null) return null;
  if (typeof angle !== 'number' || !(angle >= 0 && angle <= 360)) return null;
  return { type, from, to, angle };
}

/** From the first color to the last one, in modules. A radial gradient has its middle at the first point. */
export interface GradientAxis {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  radius: number;
}

export function gradientAxis({ type, angle }: Gradient, size: number): GradientAxis {
  const middle = size / 2;
  if (type === 'radial')
    return { x1: middle, y1: middle, x2: middle, y2: middle, radius: middle * Math.SQRT2 };
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  // Long enough for the colors to end in the corners.
  const reach = middle * (Math.abs(cos) + Math.abs(sin));
  const [dx, dy] = [cos * reach, sin * reach];
  return { x1: middle - dx, y1: middle - dy, x2: middle + dx, y2: middle + dy, radius: 0 };
}

/** The definition of a gradient over a symbol with this many modules. */
export function gradientElement(gradient: Gradient, id: string, size: number): string {
  const { type, from, to } = gradient;
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const n = pathNumber;
  const { x1, y1, x2, y2, radius } = gradientAxis(gradient, size);
  if (type === 'radial') {
    return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x1)}" cy="${n(y1)}" r="${n(radius)}">${stops}</radialGradient>`;
  }
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stops}</linearGradient>`;
}
