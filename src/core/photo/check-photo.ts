import type { GrayImage } from '../gray-image.ts';
import { explainUnread, hasCornerOutside, type SeenSymbol } from './explain-unread.ts';
import { measureSymbol, type SymbolMeasures } from './measure-symbol.ts';
import type { PhotoFault } from './photo-fault.ts';
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
const tiltDegreesMax = 75;

/** Larger photographs are reduced: more pixels don't help to read a code that people could scan. */
export const photoPxMax = 2_400;

export async function checkPhoto(image: GrayImage, read: ReadSymbols): Promise<PhotoCheck> {
  let seen: SeenSymbol | null = null;
  for (const way of readingWays) {
    const found = await read(image, way);
    const codes = found.filter(({ isValid }) => isValid).map((symbol) => describe(image, symbol));
    if (codes.length > 0) {
      return { codes: codes.toSorted((first, second) => second.modulePx - first.modulePx), fault: null };
    }
    seen ??= found.find((symbol) => isCredible(image, symbol)) ?? null;
  }
  return { codes: [], fault: explainUnread(image, seen) };
}

function isCredible(image: GrayImage, { corners, modules }: FoundSymbol): boolean {
  return modules >= fewestModules && measureSymbol(image, corners, modules).tiltDegrees < tiltDegreesMax;
}

function describe(image: GrayImage, { text, corners, modules, spare }: FoundSymbol): PhotoCode {
  const measures = measureSymbol(image, corners, modules);
  return { text, spare, ...measures, faults: faultsOf(measures, spare, hasCornerOutside(image, corners)) };
}

/** Stricter than a reader on a computer: phones look through dirty lenses and in haste. */
function faultsOf(measures: SymbolMeasures, spare: number, isCutOff: boolean): PhotoFault[] {
  const faults: [boolean, PhotoFault][] = [
    [isCutOff, 'cut_off'],
    [spare < 0.4, 'covered'],
    [measures.modulePx < 3, 'small'],
    [measures.contrast < 0.3, 'low_contrast'],
    [measures.edgeModules > 0.8 && measures.modulePx >= 3, 'blurred'],
    [measures.tiltDegrees > 40, 'tilted'],
    [measures.quietModules < 2 && measures.modulePx >= 3, 'quiet_zone'],
  ];
  return faults.filter(([applies]) => applies).map(([, fault]) => fault);
}
