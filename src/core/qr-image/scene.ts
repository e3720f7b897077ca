import type { Gradient } from './gradient.ts';

/** Where a group of shapes lies in the image; its own unit is a module. */
export interface Placement {
  x: number;
  y: number;
  scale: number;
}

/** One path in one color. */
export interface ColouredShape {
  role: 'frame' | 'caption';
  d: string;
  colour: string;
  /** Filled, or a line of this width. */
  stroke: number | null;
  /** Null: like its group. */
  place: Placement | null;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type ViewBox = [x: number, y: number, width: number, height: number];

/** Everything is clipped to its box. */
export type LogoDrawing =
  | { kind: 'shapes'; box: Box; viewBox: ViewBox; paths: { d: string; fill: string }[] }
  | { kind: 'vector'; box: Box; viewBox: ViewBox; content: string; clip: string }
  | { kind: 'picture'; box: Box; href: string; clip: string };

/** A finished image as shapes, before it is written in a format: SVG, PDF, EPS or DXF. */
export interface Scene {
  widthPx: number;
  heightPx: number;
  /** Null: transparent. */
  ground: string | null;
  frame: { place: Placement; shapes: ColouredShape[] } | null;
  symbol: {
    place: Placement;
    /** In modules. */
    size: number;
    colour: string;
    /** Instead of the color. */
    gradient: Gradient | null;
    dots: string[];
    /** With the even-odd rule: one path, or frames and balls apart if their colors differ. Null: colored like the dots. */
    eyes: { d: string; colour: string | null }[];
    logo: { plate: { d: string; colour: string } | null; drawing: LogoDrawing } | null;
  };
}
