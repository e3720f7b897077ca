import { pathNumber } from './path-number.ts';

/** Radii of the corners: top left, top right, bottom right, bottom left. */
export type Radii = [number, number, number, number];

export function allRadii(radius: number): Radii {
  return [radius, radius, radius, radius];
}

/** Round, cut straight, or a quarter circle taken out. */
export type CornerForm = 'round' | 'cut' | 'notch';

/** A closed path, clockwise from the top left. */
export function roundedRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  [tl, tr, br, bl]: Radii,
  form: CornerForm = 'round',
): string {
  const n = pathNumber;
  const arc = (r: number, dx: number, dy: number) => {
    if (r === 0) return '';
    if (form === 'cut') return `l${n(dx)} ${n(dy)}`;
    return `a${n(r)} ${n(r)} 0 0 ${form === 'notch' ? 0 : 1} ${n(dx)} ${n(dy)}`;
  };
  return (
    `M${n(x + tl)} ${n(y)}H${n(x + width - tr)}${arc(tr, tr, tr)}V${n(y + height - br)}${arc(br, -br, br)}` +
    `H${n(x + bl)}${arc(bl, -bl, -bl)}V${n(y + tl)}${arc(tl, tl, -tl)}z`
  );
}
