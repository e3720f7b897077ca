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

/** The definition of a gradient over a symbol with this many modules. */
export function gradientElement({ type, from, to, angle }: Gradient, id: string, size: number): string {
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const n = pathNumber;
  const middle = size / 2;
  if (type === 'radial') {
    return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(middle)}" cy="${n(middle)}" r="${n(middle * Math.SQRT2)}">${stops}</radialGradient>`;
  }
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  // Long enough for the colors to end in the corners.
  const reach = middle * (Math.abs(cos) + Math.abs(sin));
  const [dx, dy] = [cos * reach, sin * reach];
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(middle - dx)}" y1="${n(middle - dy)}" x2="${n(middle + dx)}" y2="${n(middle + dy)}">${stops}</linearGradient>`;
}
