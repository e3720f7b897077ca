import type { QrMatrix } from './qr-matrix.ts';

export interface Cell {
  x: number;
  y: number;
}

export const eyeSize = 7;

/** The top-left modules of the three finder patterns. */
export function eyePositions(matrix: QrMatrix): Cell[] {
  const far = matrix.size - eyeSize;
  return [
    { x: 0, y: 0 },
    { x: far, y: 0 },
    { x: 0, y: far },
  ];
}

/** The centres of the alignment patterns (ISO/IEC 18004, annex E). */
export function alignmentCentres(matrix: QrMatrix): Cell[] {
  const positions = alignmentPositions(matrix.version, matrix.size);
  const last = positions.at(-1) ?? 0;
  const isEye = (x: number, y: number) =>
    (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
  return positions.flatMap((y) => positions.filter((x) => !isEye(x, y)).map((x) => ({ x, y })));
}

function alignmentPositions(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const positions = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
  return [6, ...positions.reverse()];
}

/** The part to which a module belongs: dots can have any style, eyes have their own, alignment patterns stay solid. */
export function partOf(matrix: QrMatrix): (x: number, y: number) => 'eye' | 'alignment' | 'dot' {
  const eyes = eyePositions(matrix);
  const centres = alignmentCentres(matrix);
  return (x, y) => {
    const inEye = eyes.some((eye) => x >= eye.x && x < eye.x + eyeSize && y >= eye.y && y < eye.y + eyeSize);
    if (inEye) return 'eye';
    return centres.some((c) => Math.abs(c.x - x) <= 2 && Math.abs(c.y - y) <= 2) ? 'alignment' : 'dot';
  };
}
