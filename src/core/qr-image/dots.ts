import { type CornerRadius, contourPath } from './contour.ts';
import { pathNumber } from './path-number.ts';
import type { Cell } from './symbol-parts.ts';

export const dotStyles = [
  'square',
  'rounded',
  'extra-rounded',
  'fluid',
  'classy',
  'dots',
  'diamond',
  'bars-vertical',
  'bars-horizontal',
] as const;
export type DotStyle = (typeof dotStyles)[number];

/** Smaller dots than .40 can't be read when blurred. */
const dotRadius = 0.45;
const diamondReach = 0.56;
/** How far the ends of a bar may be drawn in. */
const barInset = 0.05;

/** The data modules as one path, in module units. */
export function dotsPath(style: DotStyle, cells: Cell[]): string {
  switch (style) {
    case 'square':
      return contourPath(cells, () => 0);
    case 'rounded':
      return contourPath(cells, outer(0.25));
    case 'extra-rounded':
      return contourPath(cells, outer(0.5));
    case 'fluid':
      return contourPath(cells, (corner) => (corner === 'inner' ? 0.3 : 0.5));
    case 'classy':
      return contourPath(cells, (corner) => (corner === 'top-left' || corner === 'bottom-right' ? 0.5 : 0));
    case 'dots':
      return cells.map(circle).join('');
    case 'diamond':
      return cells.map(diamond).join('');
    case 'bars-vertical':
      return bars(cells, (x, y) => ({ x, y }));
    case 'bars-horizontal':
      return bars(
        cells.map(({ x, y }) => ({ x: y, y: x })),
        (x, y) => ({ x: y, y: x }),
      );
  }
}

function outer(radius: number): CornerRadius {
  return (corner) => (corner === 'inner' ? 0 : radius);
}

function circle({ x, y }: Cell): string {
  const [r, d] = [pathNumber(dotRadius), pathNumber(2 * dotRadius)];
  return `M${pathNumber(x + 0.5 - dotRadius)} ${pathNumber(y + 0.5)}a${r} ${r} 0 1 1 ${d} 0a${r} ${r} 0 1 1 -${d} 0z`;
}

function diamond({ x, y }: Cell): string {
  const [cx, cy] = [x + 0.5, y + 0.5];
  const points = [
    [cx, cy - diamondReach],
    [cx + diamondReach, cy],
    [cx, cy + diamondReach],
    [cx - diamondReach, cy],
  ];
  return `M${points.map((point) => point.map(pathNumber).join(' ')).join('L')}z`;
}

/** Runs of cells in a column as one rounded bar; `place` turns columns into rows for the other style. */
function bars(cells: Cell[], place: (x: number, y: number) => Cell): string {
  const filled = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const starts = cells.filter(({ x, y }) => !filled.has(`${x},${y - 1}`));
  return starts
    .map(({ x, y }) => {
      let end = y;
      while (filled.has(`${x},${end + 1}`)) end += 1;
      return bar(x, y, end + 1, place);
    })
    .join('');
}

function bar(x: number, top: number, bottom: number, place: (x: number, y: number) => Cell): string {
  const r = 0.5 - barInset;
  const at = (px: number, py: number) => {
    const { x: placedX, y: placedY } = place(px, py);
    return `${pathNumber(placedX)} ${pathNumber(placedY)}`;
  };
  // Turning columns into rows mirrors the plane, and with it the direction of arcs.
  const sweep = place(1, 0).x === 1 ? 1 : 0;
  const arc = `A${pathNumber(r)} ${pathNumber(r)} 0 0 ${sweep} `;
  const [left, right] = [x + barInset, x + 1 - barInset];
  const [start, end] = [top + barInset + r, bottom - barInset - r];
  return `M${at(left, start)}${arc}${at(right, start)}L${at(right, end)}${arc}${at(left, end)}z`;
}
