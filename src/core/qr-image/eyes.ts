import { allRadii, type Radii, roundedRectangle } from './rounded-rectangle.ts';
import type { Cell } from './symbol-parts.ts';

export const eyeStyles = ['square', 'rounded', 'leaf', 'teardrop', 'circle'] as const;
export type EyeStyle = (typeof eyeStyles)[number];

/** The three finder patterns as one path with the even-odd fill rule: ring and pupil. */
export function eyesPath(style: EyeStyle, eyes: Cell[]): string {
  return eyes
    .map(({ x, y }, index) => {
      const radii = (size: number) => eyeRadii(style, size, index);
      return (
        roundedRectangle(x, y, 7, 7, radii(7)) +
        roundedRectangle(x + 1, y + 1, 5, 5, radii(5)) +
        roundedRectangle(x + 2, y + 2, 3, 3, radii(3))
      );
    })
    .join('');
}

/** @param index the eye: top left, top right, bottom left. */
function eyeRadii(style: EyeStyle, size: number, index: number): Radii {
  const share = size / 7;
  switch (style) {
    case 'square':
      return [0, 0, 0, 0];
    case 'rounded':
      return allRadii(2 * share);
    case 'circle':
      // Not quite circles: one reader in three fails on rings that are true circles, more often in larger images.
      return allRadii(size === 3 ? 1.5 : 3 * share);
    case 'leaf': {
      const r = 2.5 * share;
      return index === 0 ? [r, 0, r, 0] : [0, r, 0, r];
    }
    case 'teardrop': {
      // The corner towards the middle of the symbol stays sharp.
      const sharp = [2, 3, 1][index];
      const r = 2.5 * share;
      return allRadii(r).map((value, corner) => (corner === sharp ? 0 : value)) as Radii;
    }
  }
}
