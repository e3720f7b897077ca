import type { GrayImage } from '../gray-image.ts';
import { photoLimits } from './photo-limits.ts';
import { type Corners, type Point, projection } from './projection.ts';
import { areaBrightness, areaSlopes, brightnessAt, quantile, unitSquare } from './sample-area.ts';

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
/** Over which an edge is looked for, so that one lies between two samples. */
const slopeModules = 0.2;

/** @param modules per side, of a symbol with these corners. */
export function measureSymbol(
  image: GrayImage,
  corners: Corners,
  modules: number,
  isInverted = false,
): SymbolMeasures {
  const perSide = Math.min(maxSamples, modules * samplesPerModule);
  const modulePx = Math.min(...sidesOf(corners)) / modules;
  const brightness = areaBrightness(image, corners, perSide);
  const slopes = areaSlopes(image, corners, perSide, modulePx * slopeModules);
  const light = quantile(brightness, 0.9);
  const dark = quantile(brightness, 0.1);
  const steepest = quantile(slopes, 0.95);
  const edgePx = steepest === 0 ? perSide : (light - dark) / steepest;
  return {
    contrast: (light - dark) / 255,
    edgeModules: edgePx / modulePx,
    quietModules: quietModulesOf(
      image,
      corners,
      modules,
      (brightness) => brightness > (light + dark) / 2 !== isInverted,
    ),
    tiltDegrees: tiltDegreesOf(corners),
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
export function tiltDegreesOf(corners: Corners): number {
  const [top = 1, right = 1, bottom = 1, left = 1] = sidesOf(corners);
  const [width, height] = [(top + bottom) / 2, (left + right) / 2];
  const shares = [width / height, height / width, top / bottom, bottom / top, left / right, right / left];
  return (Math.acos(Math.min(...shares)) * 180) / Math.PI;
}

/** What is outside of the photograph is not known to be too near. */
function isFreeAt(image: GrayImage, point: Point, isGround: (brightness: number) => boolean): boolean {
  const [x, y] = point;
  const isInside = x >= 0 && y >= 0 && x < image.width && y < image.height;
  return !isInside || isGround(brightnessAt(image, point));
}

/** How many rings of modules around the symbol are free on their worst side. */
function quietModulesOf(
  image: GrayImage,
  corners: Corners,
  modules: number,
  isGround: (brightness: number) => boolean,
): number {
  const toPhoto = projection(unitSquare, corners);
  const isFree = (column: number, row: number) =>
    isFreeAt(image, toPhoto(column / modules, row / modules), isGround);
  for (let ring = 1; ring <= photoLimits.quietModulesFull; ring++) {
    const [near, far] = [0.5 - ring, modules - 0.5 + ring];
    const dark = [0, 0, 0, 0];
    for (let at = 0; at < modules; at++) {
      const along = at + 0.5;
      if (!isFree(along, near)) dark[0] = (dark[0] ?? 0) + 1;
      if (!isFree(far, along)) dark[1] = (dark[1] ?? 0) + 1;
      if (!isFree(along, far)) dark[2] = (dark[2] ?? 0) + 1;
      if (!isFree(near, along)) dark[3] = (dark[3] ?? 0) + 1;
    }
    if (Math.max(...dark) > modules / 10) return ring - 1;
  }
  return photoLimits.quietModulesFull;
}
