import type { GrayImage } from '../gray-image.ts';
import { type Corners, type Point, projection } from './projection.ts';
import { brightnessAt, quantile, sampleArea, unitSquare } from './sample-area.ts';

/** How well a code can be seen in a photograph. */
export interface SymbolMeasures {
  /** Between light and dark modules, from 0 to 1. */
  contrast: number;
  /** How many modules wide the edge between light and dark is. */
  edgeModules: number;
  /** The free border on the side where it is narrowest, up to four modules. */
  quietModules: number;
  /** How far from straight the phone was held. */
  tiltDegrees: number;
  /** The width of one module in pixels, where it is smallest. */
  modulePx: number;
}

const samplesPerModule = 4;
const maxSamples = 400;
const quietModulesMax = 4;

/** @param modules per side, of a symbol with these corners. */
export function measureSymbol(image: GrayImage, corners: Corners, modules: number): SymbolMeasures {
  const perSide = Math.min(maxSamples, modules * samplesPerModule);
  const { brightness, slope } = sampleArea(image, corners, perSide);
  const light = quantile(brightness, 0.9);
  const dark = quantile(brightness, 0.1);
  const sides = sidesOf(corners);
  const modulePx = Math.min(...sides) / modules;
  const steepest = quantile(slope, 0.95);
  const edgePx = steepest === 0 ? perSide : (light - dark) / steepest;
  return {
    contrast: (light - dark) / 255,
    edgeModules: edgePx / modulePx,
    quietModules: quietModulesOf(image, corners, modules, (light + dark) / 2),
    tiltDegrees: tiltDegreesOf(sides),
    modulePx,
  };
}

/** Clockwise from the upper one. */
function sidesOf(corners: Corners): number[] {
  return corners.map(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] as Point;
    return Math.hypot(nextX - x, nextY - y);
  });
}

/** A square that is turned away by an angle gets narrower by its cosine. From near, it rather gets narrower at its far end. */
function tiltDegreesOf([top = 1, right = 1, bottom = 1, left = 1]: number[]): number {
  const [width, height] = [(top + bottom) / 2, (left + right) / 2];
  const shares = [width / height, height / width, top / bottom, bottom / top, left / right, right / left];
  return (Math.acos(Math.min(...shares)) * 180) / Math.PI;
}

/** How many rings of modules around the symbol are light on their darkest side. */
function quietModulesOf(image: GrayImage, corners: Corners, modules: number, threshold: number): number {
  const toPhoto = projection(unitSquare, corners);
  const isLight = (column: number, row: number) =>
    brightnessAt(image, toPhoto(column / modules, row / modules)) > threshold;
  for (let ring = 1; ring <= quietModulesMax; ring++) {
    const [near, far] = [0.5 - ring, modules - 0.5 + ring];
    const dark = [0, 0, 0, 0];
    for (let at = 0; at < modules; at++) {
      const along = at + 0.5;
      if (!isLight(along, near)) dark[0] = (dark[0] ?? 0) + 1;
      if (!isLight(far, along)) dark[1] = (dark[1] ?? 0) + 1;
      if (!isLight(along, far)) dark[2] = (dark[2] ?? 0) + 1;
      if (!isLight(near, along)) dark[3] = (dark[3] ?? 0) + 1;
    }
    if (Math.max(...dark) > modules / 10) return ring - 1;
  }
  return quietModulesMax;
}
