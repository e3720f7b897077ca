import { hash } from 'node:crypto';
import { type BrightnessSums, brightnessSums } from '#core/brightness-sums.ts';
import { accept, type Parsed, refuse } from '#core/parsed.ts';
import { type PrintAdvice, printAdvice } from '#core/print/print-advice.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import { cameraView, type Hold } from './camera-view.ts';
import { drawDesign } from './draw-design.ts';
import { probeRaster, probeStyle } from './probe-raster.ts';
import { readGrayQrCode, readGrayQrCodeAgain } from './read-qr-code.ts';

const holds: readonly Hold[] = [
  { degrees: 0, shift: 0 },
  { degrees: 3, shift: 0.3 },
  { degrees: -5, shift: 0.6 },
  { degrees: 8, shift: 0.8 },
  { degrees: -11, shift: 0.15 },
  { degrees: 6, shift: 0.45 },
  { degrees: -2, shift: 0.95 },
  { degrees: 10, shift: 0.25 },
  { degrees: -8, shift: 0.7 },
  { degrees: 1, shift: 0.5 },
  { degrees: 12, shift: 0.05 },
  { degrees: -4, shift: 0.35 },
  { degrees: 5, shift: 0.9 },
  { degrees: -10, shift: 0.55 },
  { degrees: 2, shift: 0.1 },
  { degrees: -7, shift: 0.2 },
  { degrees: 4, shift: 0.75 },
  { degrees: -12, shift: 0.4 },
  { degrees: 9, shift: 0.65 },
  { degrees: -1, shift: 0.85 },
  { degrees: 7, shift: 0.12 },
  { degrees: -3, shift: 0.58 },
  { degrees: 11, shift: 0.38 },
  { degrees: -6, shift: 0.92 },
  { degrees: -9, shift: 0.28 },
  { degrees: 3, shift: 0.48 },
  { degrees: 0, shift: 0.68 },
];
/** Of them. A phone looks many times per second, so it may miss some. */
const readMin = 20;
/** Pixels per module from which a design gets smaller; the second if it can't be read with the first, in weak contrast. */
const starts = [4, 8];
const fewest = 1;
const step = 0.88;
const exactness = 1.02;
/** Results hold for all texts of the same length, as those of the scan test do. */
const cachedDesigns = 10_000;
const cache = new BoundedMap<string, number | null>(cachedDesigns);

/** How small a design can be printed: it gets smaller in front of a camera until no reader reads it. */
export async function measureAdvice(
  text: string,
  design: Record<string, unknown>,
): Promise<Parsed<PrintAdvice>> {
  const drawn = await drawDesign(text, design);
  if (!drawn.ok) return drawn;
  const { style, image } = drawn.value;
  const { matrix, layout } = image;
  const probed = probeStyle(style, matrix.size);
  const key = hash('sha256', JSON.stringify([matrix.version, matrix.level, probed]), 'base64');
  let modulePx = cache.get(key);
  if (modulePx === undefined) {
    modulePx = await fewestPixels(text, brightnessSums(await probeRaster(text, probed)));
    cache.set(key, modulePx);
  }
  return modulePx === null
    ? refuse('The size could not be measured. Choose a simpler design.')
    : accept(printAdvice(modulePx, layout.widthPx / layout.modulePx));
}

/** Null if a camera that is very near can't read it either. A design can be read again in a size below the first that fails, so all are tried. */
async function fewestPixels(text: string, image: BrightnessSums): Promise<number | null> {
  let passing: number | null = null;
  for (const start of starts) {
    if (passing === null && (await isRead(text, image, start))) passing = start;
  }
  while (passing !== null && passing > fewest) {
    const next: number = passing * step;
    if (!(await isRead(text, image, next))) return narrow(text, image, next, passing);
    passing = next;
  }
  return passing;
}

async function narrow(
  text: string,
  image: BrightnessSums,
  failing: number,
  passing: number,
): Promise<number> {
  if (passing / failing <= exactness) return Math.sqrt(failing * passing);
  const between = Math.sqrt(failing * passing);
  return (await isRead(text, image, between))
    ? narrow(text, image, failing, between)
    : narrow(text, image, between, passing);
}

/** However the phone is held. */
async function isRead(text: string, image: BrightnessSums, modulePx: number): Promise<boolean> {
  let [read, left] = [0, holds.length];
  for (const hold of holds) {
    const view = cameraView(image, modulePx, hold);
    if ((await readGrayQrCode(view)) === text || readGrayQrCodeAgain(view) === text) read += 1;
    left -= 1;
    if (read >= readMin || read + left < readMin) break;
  }
  return read >= readMin;
}
