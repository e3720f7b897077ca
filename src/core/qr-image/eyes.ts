import { pathNumber } from './path-number.ts';
import type { Cell } from './symbol-parts.ts';

export const eyeStyles = ['square', 'rounded', 'leaf', 'teardrop', 'circle'] as const;
export type EyeStyle = (typeof eyeStyles)[number];

/** Radii of the corners: top left, top right, bottom right, bottom left. */
type Radii = [number, number, number, number];

/** The three finder patterns as one path to be filled by the even-odd rule: ring and pupil. */
export function eyesPath(style: EyeStyle, eyes: Cell[]): string {
  return eyes
    .map(({ x, y }, index) => {
      const radii = (size: number) => eyeRadii(style, size, index);
      return (
        roundedRectangle(x, y, 7, radii(7)) +
        roundedRectangle(x + 1, y + 1, 5, radii(5)) +
        roundedRectangle(x + 2, y + 2, 3, radii(3))
      );
    })
    .join('');
}

/** @param index which eye: top left, top right, bottom left. */
function eyeRadii(style: EyeStyle, size: number, index: number): Radii {
  const share = size / 7;
  switch (style) {
    case 'square':
      return [0, 0, 0, 0];
    case 'rounded':
      return all(2 * share);
    case 'circle':
      // Nearly: one reader in three loses rings that are true circles, the more so the larger the image.
      return all(size === 3 ? 1.5 : 3 * share);
    case 'leaf': {
      const r = 2.5 * share;
      return index === 0 ? [r, 0, r, 0] : [0, r, 0, r];
    }
    case 'teardrop': {
      // The corner that points to the middle of the symbol stays sharp.
      const sharp = [2, 3, 1][index];
      const r = 2.5 * share;
      return all(r).map((value, corner) => (corner === sharp ? 0 : value)) as Radii;
    }
  }
}

function all(radius: number): Radii {
  return [radius, radius, radius, radius];
}

export function roundedRectangle(x: number, y: number, size: number, [tl, tr, br, bl]: Radii): string {
  const n = pathNumber;
  const arc = (r: number, dx: number, dy: number) =>
    r === 0 ? '' : `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return (
    `M${n(x + tl)} ${n(y)}H${n(x + size - tr)}${arc(tr, tr, tr)}V${n(y + size - br)}${arc(br, -br, br)}` +
    `H${n(x + bl)}${arc(bl, -bl, -bl)}V${n(y + tl)}${arc(tl, tl, -tl)}z`
  );
}
