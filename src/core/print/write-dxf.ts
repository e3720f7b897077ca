import type { ColouredShape, Placement, Scene } from '../qr-image/scene.ts';
import { type FlatLine, flatLines } from './flat-path.ts';

const mmPerInch = 25.4;
/** Of a line in a curve: finer than a laser. */
const stepMm = 0.1;
const still: Placement = { x: 0, y: 0, scale: 1 };

/** Outlines in millimetres, on a layer per part, for machines that engrave and cut. Pictures and colors are left out. */
export function writeDxf(scene: Scene, dpi: number): string {
  const { heightPx, frame, symbol } = scene;
  const mm = mmPerInch / dpi;
  /** From the bottom, as machines count. */
  const polylines = (layer: string, d: string, place: Placement): string[] =>
    flatLines(d, place, stepMm / mm).flatMap((line) => polyline(layer, line, mm, heightPx));
  const shape = ({ role, d, place }: ColouredShape, group: Placement) =>
    polylines(role === 'frame' ? 'FRAME' : 'CAPTION', d, combined(group, place ?? still));
  const entities = [
    ...(frame?.shapes ?? []).flatMap((part) => shape(part, frame?.place ?? still)),
    ...symbol.dots.flatMap((d) => polylines('CODE', d, symbol.place)),
    ...symbol.eyes.flatMap(({ d }) => polylines('CODE', d, symbol.place)),
  ];
  const head = [
    '0 SECTION',
    '2 HEADER',
    '9 $ACADVER',
    '1 AC1009',
    '9 $INSUNITS',
    '70 4',
    '9 $EXTMIN',
    '10 0',
    '20 0',
    '9 $EXTMAX',
    `10 ${coordinate(scene.widthPx * mm)}`,
    `20 ${coordinate(heightPx * mm)}`,
    '0 ENDSEC',
    '0 SECTION',
    '2 ENTITIES',
  ];
  // A code and its value are on lines of their own.
  const pairs = [...head, ...entities, '0 ENDSEC', '0 EOF'].map((pair) => pair.replace(' ', '\r\n'));
  return `${pairs.join('\r\n')}\r\n`;
}

const coordinate = (mm: number) => (Math.round(mm * 1_000) / 1_000).toString();

function combined(outer: Placement, inner: Placement): Placement {
  return {
    x: outer.x + outer.scale * inner.x,
    y: outer.y + outer.scale * inner.y,
    scale: outer.scale * inner.scale,
  };
}

function polyline(layer: string, { points, isClosed }: FlatLine, mm: number, heightPx: number): string[] {
  const vertices = points.flatMap(([x, y]) => [
    '0 VERTEX',
    `8 ${layer}`,
    `10 ${coordinate(x * mm)}`,
    `20 ${coordinate((heightPx - y) * mm)}`,
    '30 0',
  ]);
  return ['0 POLYLINE', `8 ${layer}`, '66 1', `70 ${isClosed ? 1 : 0}`, ...vertices, '0 SEQEND'];
}
