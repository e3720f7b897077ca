import { pathNumber } from './path-number.ts';
import { allRadii, type CornerForm, type Radii, roundedRectangle } from './rounded-rectangle.ts';
import type { Cell } from './symbol-parts.ts';

/** The shapes of a whole eye. */
export const eyeStyles = [
  'square',
  'soft',
  'rounded',
  'circle',
  'leaf',
  'teardrop',
  'petal',
  'octagon',
  'notched',
] as const;
export type EyeStyle = (typeof eyeStyles)[number];

/** The shapes of the ball in the middle of an eye, if it differs from its frame. */
export const eyeBallStyles = [
  'square',
  'soft',
  'rounded',
  'circle',
  'leaf',
  'teardrop',
  'octagon',
  'notched',
  'clover',
] as const;
export type EyeBallStyle = (typeof eyeBallStyles)[number];

/** In modules. */
const frameSize = 7;
const ballSize = 3;

/** The rings of the three finder patterns, with the even-odd fill rule. */
export function eyeFramesPath(style: EyeStyle, eyes: Cell[]): string {
  return eyes.map((eye, index) => eyeFrame(style, eye, index)).join('');
}

export function eyeBallsPath(style: EyeStyle | EyeBallStyle, eyes: Cell[]): string {
  return eyes.map((eye, index) => eyeBall(style, eye, index)).join('');
}

/** Both, in one path. */
export function eyesPath(frame: EyeStyle, ball: EyeStyle | EyeBallStyle, eyes: Cell[]): string {
  return eyes.map((eye, index) => eyeFrame(frame, eye, index) + eyeBall(ball, eye, index)).join('');
}

function eyeFrame(style: EyeStyle, { x, y }: Cell, index: number): string {
  return cornered(style, x, y, frameSize, index) + cornered(style, x + 1, y + 1, 5, index);
}

function eyeBall(style: EyeStyle | EyeBallStyle, { x, y }: Cell, index: number): string {
  if (style === 'clover') return clover(x + frameSize / 2, y + frameSize / 2);
  return cornered(style, x + 2, y + 2, ballSize, index);
}

function cornered(style: EyeStyle, x: number, y: number, size: number, index: number): string {
  const form: CornerForm = style === 'octagon' ? 'cut' : style === 'notched' ? 'notch' : 'round';
  return roundedRectangle(x, y, size, size, cornerRadii(style, size, index), form);
}

/** @param index the eye: top left, top right, bottom left. */
function cornerRadii(style: EyeStyle, size: number, index: number): Radii {
  const share = size / frameSize;
  // Towards the middle of the symbol.
  const inner = [2, 3, 1][index];
  switch (style) {
    case 'square':
      return [0, 0, 0, 0];
    case 'soft':
      return allRadii(share);
    case 'rounded':
      return allRadii(2 * share);
    case 'octagon':
      return allRadii(1.9 * share);
    case 'notched':
      return allRadii(1.1 * share);
    case 'circle':
      // Not quite circles: one reader in three fails on rings that are true circles, more often in larger images.
      return allRadii(size === ballSize ? 1.5 : 3 * share);
    case 'leaf': {
      const r = 2.5 * share;
      return index === 0 ? [r, 0, r, 0] : [0, r, 0, r];
    }
    case 'teardrop':
    case 'petal': {
      const isRound = (corner: number) => (corner === inner) === (style === 'petal');
      return [0, 1, 2, 3].map((corner) => (isRound(corner) ? 2.5 * share : 0)) as Radii;
    }
  }
}

/** Four round leaves, whose arcs meet between them. */
function clover(middleX: number, middleY: number): string {
  const n = pathNumber;
  const [reach, r] = [1.15, 0.86];
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 1 1 ${n(dx)} ${n(dy)}`;
  return `M${n(middleX)} ${n(middleY - reach)}${arc(reach, reach)}${arc(-reach, reach)}${arc(-reach, -reach)}${arc(reach, -reach)}z`;
}
