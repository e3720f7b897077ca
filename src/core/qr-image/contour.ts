import { pathNumber } from './path-number.ts';
import type { Cell } from './symbol-parts.ts';

/** A corner of an outline, seen from inside; `inner` points into the shape. */
export type Corner = 'top-left' | 'top-right' | 'bottom-right' | 'bottom-left' | 'inner';
/** The radius of a corner in modules, at most half a module. */
export type CornerRadius = (corner: Corner) => number;

interface Vertex extends Cell {
  /** Direction in which the outline arrives and leaves. */
  from: Cell;
  to: Cell;
}

/**
 * One path around all filled cells. Neighbors are merged, so no hairline can show between them, and the file has a tenth of the size of one
 * rectangle per module. Cells that touch only at a corner stay separate.
 */
export function contourPath(cells: Cell[], radius: CornerRadius): string {
  return traceLoops(cells)
    .map((loop) => loopPath(loop, radius))
    .join('');
}

/** Follows the border clockwise, with the filled side on the right. */
export function traceLoops(cells: Cell[]): Vertex[][] {
  const filled = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const has = (x: number, y: number) => filled.has(`${x},${y}`);
  const edges = new Map<string, Cell[]>();
  const add = (x: number, y: number, direction: Cell) => {
    const key = `${x},${y}`;
    edges.set(key, [...(edges.get(key) ?? []), direction]);
  };
  for (const { x, y } of cells) {
    if (!has(x, y - 1)) add(x, y, { x: 1, y: 0 });
    if (!has(x + 1, y)) add(x + 1, y, { x: 0, y: 1 });
    if (!has(x, y + 1)) add(x + 1, y + 1, { x: -1, y: 0 });
    if (!has(x - 1, y)) add(x, y + 1, { x: 0, y: -1 });
  }
  const loops: Vertex[][] = [];
  for (const [key, directions] of edges) {
    while (directions.length > 0) loops.push(walk(edges, key, cells.length * 4));
  }
  return loops;
}

/** @param stepsMax the maximum number of edges; each is visited once. */
function walk(edges: Map<string, Cell[]>, startKey: string, stepsMax: number): Vertex[] {
  const [startX = 0, startY = 0] = startKey.split(',').map(Number);
  const loop: Vertex[] = [];
  let position = { x: startX, y: startY };
  let direction = edges.get(startKey)?.pop() ?? { x: 0, y: 0 };
  const first = direction;
  for (let steps = 0; steps < stepsMax; steps++) {
    position = { x: position.x + direction.x, y: position.y + direction.y };
    const isClosed = position.x === startX && position.y === startY;
    const next = isClosed ? first : takeTurn(edges.get(`${position.x},${position.y}`) ?? [], direction);
    if (next.x !== direction.x || next.y !== direction.y)
      loop.push({ ...position, from: direction, to: next });
    if (isClosed) return loop;
    direction = next;
  }
  throw new Error('an outline does not close');
}

/** Where two cells touch at a corner, both ways are possible: turning right stays with the same cell. */
function takeTurn(options: Cell[], direction: Cell): Cell {
  const right = { x: -direction.y, y: direction.x };
  const index = options.findIndex(({ x, y }) => x === right.x && y === right.y);
  const [taken] = options.splice(index === -1 ? 0 : index, 1);
  return taken ?? direction;
}

function loopPath(loop: Vertex[], radius: CornerRadius): string {
  const parts = loop.map((vertex, index) => {
    const corner = cornerOf(vertex);
    const r = radius(corner);
    const enter = { x: vertex.x - vertex.from.x * r, y: vertex.y - vertex.from.y * r };
    const move = `${index === 0 ? 'M' : 'L'}${pathNumber(enter.x)} ${pathNumber(enter.y)}`;
    if (r === 0) return move;
    const leave = { x: (vertex.from.x + vertex.to.x) * r, y: (vertex.from.y + vertex.to.y) * r };
    const sweep = corner === 'inner' ? 0 : 1;
    return `${move}a${pathNumber(r)} ${pathNumber(r)} 0 0 ${sweep} ${pathNumber(leave.x)} ${pathNumber(leave.y)}`;
  });
  return `${parts.join('')}z`;
}

function cornerOf({ from, to }: Vertex): Corner {
  const turnsRight = to.x === -from.y && to.y === from.x;
  if (!turnsRight) return 'inner';
  if (from.x === 1) return 'top-right';
  if (from.y === 1) return 'bottom-right';
  return from.x === -1 ? 'bottom-left' : 'top-left';
}
