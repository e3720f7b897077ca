import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { BoundedMap } from '#platform/bounded-map.ts';
import { unpackWoff } from './unpack-woff.ts';

/** A file with a part of a font, and the letters that its font promises in it. */
interface FontFile {
  path: string;
  ranges: readonly (readonly [number, number])[];
  isVariable: boolean;
}

export interface LoadedFont {
  font: Font;
  unitsPerEm: number;
  /** Inter, for which frames are made. */
  isInter: boolean;
  has(point: number): boolean;
}

const weight = 600;
const letters = 'U+0000-10FFFF';
const inter = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const scripts = [
  'arabic',
  'armenian',
  'bengali',
  'devanagari',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'hebrew',
  'kannada',
  'khmer',
  'lao',
  'malayalam',
  'myanmar',
  'sinhala',
  'tamil',
  'telugu',
  'thai',
];
export type HanFont = 'jp' | 'kr' | 'sc';
const loadedFilesMax = 200;
const loaded = new BoundedMap<string, LoadedFont>(loadedFilesMax);
const listed = new Map<string, FontFile[]>();
const { resolve } = createRequire(import.meta.url);

/** In this order: the first file that has a letter draws it. All are licensed under the SIL Open Font License. */
export function* filesFor(point: number, isEmoji: boolean, han: readonly HanFont[]): Generator<FontFile> {
  const packages = [...scripts, ...han].map((name) => `noto-sans-${name}`);
  const noto = [...(isEmoji ? ['noto-emoji'] : []), ...packages, ...(isEmoji ? [] : ['noto-emoji'])];
  if (!isEmoji) yield* interFiles();
  for (const name of noto)
    for (const file of filesOf(name)) {
      if (file.ranges.some(([first, last]) => point >= first && point <= last)) yield file;
    }
}

/** The file of ordinary letters, whose height is that of all captions. */
export function latinFile(): FontFile {
  const [latin] = interFiles();
  if (latin === undefined) throw new Error('Inter has no file');
  return latin;
}

function interFiles(): FontFile[] {
  let files = listed.get('inter');
  if (files === undefined) {
    const folder = dirname(resolve('@fontsource/inter/package.json'));
    files = inter.map((alphabet) => ({
      path: join(folder, 'files', `inter-${alphabet}-${weight}-normal.woff`),
      ranges: rangesOf(letters),
      isVariable: false,
    }));
    listed.set('inter', files);
  }
  return files;
}

function filesOf(name: string): FontFile[] {
  let files = listed.get(name);
  if (files === undefined) {
    const folder = dirname(resolve(`@fontsource-variable/${name}/package.json`));
    const slices = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
    files = Object.entries(slices).map(([slice, ranges]) => ({
      path: join(folder, 'files', `${name}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: rangesOf(ranges),
      isVariable: true,
    }));
    listed.set(name, files);
  }
  return files;
}

/** As in CSS: "U+0600-06FF,U+0750". */
function rangesOf(source: string): [number, number][] {
  return source.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

export async function loadFont({ path, isVariable }: FontFile): Promise<LoadedFont> {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const packed = await readFile(path);
  // In the older format, contours don't overlap, as machines that engrave need it.
  const file = isVariable ? await decompress(packed) : unpackWoff(packed);
  const face = new Face(new Blob(file));
  const font = new Font(face);
  if (isVariable) font.setVariations([new Variation('wght', weight)]);
  const found = {
    font,
    unitsPerEm: face.upem,
    isInter: !isVariable,
    has: (point: number) => (font.nominalGlyph(point) ?? 0) !== 0,
  };
  loaded.set(path, found);
  return found;
}
