import type { GrayImage } from '../gray-image.ts';
import { explainUnread, hasCornerOutside, type SeenSymbol } from './explain-unread.ts';
import { measureSymbol, type SymbolMeasures, tiltDegreesOf } from './measure-symbol.ts';
import type { PhotoFault } from './photo-fault.ts';
import { photoLimits } from './photo-limits.ts';
import type { Corners } from './projection.ts';

/** What a reader of QR codes says about one that it saw. */
export interface FoundSymbol {
  isValid: boolean;
  text: string;
  /** Clockwise, from its own upper left. */
  corners: Corners;
  modules: number;
  /** How much of its error correction is not used, from 0 to 1. */
  spare: number;
  /** Light on dark. */
  isInverted: boolean;
  isMirrored: boolean;
}

/** The ways to read a photograph, the cheapest first. */
export const readingWays = ['quick', 'global', 'closed'] as const;
export type ReadingWay = (typeof readingWays)[number];
/** Given by the edge, because readers are not pure. */
export type ReadSymbols = (image: GrayImage, way: ReadingWay) => Promise<FoundSymbol[]>;

export interface PhotoCode extends SymbolMeasures {
  text: string;
  spare: number;
  /** What could make another phone fail. */
  faults: PhotoFault[];
}

export interface PhotoCheck {
  /** All codes that were read, the largest first. */
  codes: PhotoCode[];
  /** Why none was read. */
  fault: PhotoFault | null;
}

/** Of a QR code. Readers take other things for something smaller. */
const fewestModules = 21;
/** Rather a mistake: eyes of something else were taken for those of a code. */
const credibleTiltDegrees = 75;

export async function checkPhoto(image: GrayImage, read: ReadSymbols): Promise<PhotoCheck> {
  let seen: SeenSymbol | null = null;
  for (const way of readingWays) {
    const found = await read(image, way);
    const codes = found.filter(({ isValid }) => isValid).map((symbol) => describe(image, symbol));
    if (codes.length > 0) {
      return { codes: codes.toSorted((first, second) => second.modulePx - first.modulePx), fault: null };
    }
    seen ??= found.find(isCredible) ?? null;
  }
  return { codes: [], fault: explainUnread(image, seen) };
}

function isCredible({ corners, modules }: FoundSymbol): boolean {
  return modules >= fewestModules && tiltDegreesOf(corners) < credibleTiltDegrees;
}

function describe(image: GrayImage, symbol: FoundSymbol): PhotoCode {
  const { text, corners, modules, spare, isInverted } = symbol;
  const measures = measureSymbol(image, corners, modules, isInverted);
  return { text, spare, ...measures, faults: faultsOf(symbol, measures, hasCornerOutside(image, corners)) };
}

function faultsOf(symbol: FoundSymbol, measures: SymbolMeasures, isCutOff: boolean): PhotoFault[] {
  const isLargeEnough = measures.modulePx >= photoLimits.modulePxMin;
  const faults: [boolean, PhotoFault][] = [
    [isCutOff, 'cut_off'],
    [symbol.spare < photoLimits.spareMin, 'covered'],
    [!isLargeEnough, 'small'],
    [measures.contrast < photoLimits.contrastMin, 'low_contrast'],
    [measures.edgeModules > photoLimits.edgeModulesMax && isLargeEnough, 'blurred'],
    [measures.tiltDegrees > photoLimits.tiltDegreesMax, 'tilted'],
    [measures.quietModules < photoLimits.quietModulesMin && isLargeEnough, 'quiet_zone'],
    [symbol.isInverted, 'inverted'],
    [symbol.isMirrored, 'mirrored'],
  ];
  return faults.filter(([applies]) => applies).map(([, fault]) => fault);
}
