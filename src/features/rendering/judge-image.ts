import { hash } from 'node:crypto';
import type { Raster } from '#core/gray-image.ts';
import { type GrayImage, grayAt } from '#core/gray-image.ts';
import { type Parsed, refuse, type Unparsed } from '#core/parsed.ts';
import { unusedCorrection } from '#core/qr-image/codeword-blocks.ts';
import { colourContrast, luma } from '#core/qr-image/colour-contrast.ts';
import type { QrImage } from '#core/qr-image/draw-qr-image.ts';
import { type Finding, type FindingCode, scoreGood } from '#core/qr-image/finding.ts';
import { groundColour, symbolColours } from '#core/qr-image/judge-style.ts';
import type { RenderStyle } from '#core/qr-image/render-style.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import { probeRaster, probeStyle } from './probe-raster.ts';
import { type Probe, photoProbe, probes, smallProbe } from './probes.ts';
import { readGrayQrCode, readGrayQrCodeAgain, readQrCode } from './read-qr-code.ts';

/** `full` runs every probe; `quick` only the two most decisive ones. */
export type GateDepth = 'quick' | 'full';

interface ProbeResult {
  isSmallRead: boolean;
  firstShare: number;
  secondShare: number;
  failed: string[];
  /** Probes that neither reader reads. */
  unread: string[];
}

export interface Verdict {
  /** 0 to 100. */
  score: number;
  findings: Finding[];
}

const unusedMin = 0.12;
const unusedPlenty = 0.5;
/** Results of a design hold for every text of the same version and level, so many codes with one design are tested once. */
const cachedDesigns = 10_000;
const cache = new BoundedMap<string, ProbeResult>(cachedDesigns);

export function forgetProbes(): void {
  cache.clear();
}

/**
 * Tests an image: the final file is read back, its modules are compared, and the design is tested like phones will see it. An image that fails
 * is never published.
 */
export async function judgeImage(
  text: string,
  style: RenderStyle,
  { matrix, layout }: QrImage,
  raster: Raster,
  readable: Uint8Array,
  depth: GateDepth,
): Promise<Parsed<Verdict>> {
  if ((await readQrCode(readable)) !== text)
    return refuseImage(
      'unreadable',
      'Our scan test could not read the finished image. Choose a simpler design.',
    );
  const unused = unusedCorrection(matrix, seenModules(raster, style, layout));
  if (unused < unusedMin) {
    return refuseImage(
      'covered',
      'Too much of the code is covered, so dirt or scratches could make it unreadable. Use a smaller logo or a higher error_correction.',
    );
  }
  const result = await probeDesign(text, style, matrix, depth);
  if (!result.isSmallRead)
    return refuseImage(
      'unreadable_small',
      "The code can't be read when it is small or far away. Choose a simpler design.",
    );
  const score = Math.round(
    60 * result.firstShare + 25 * result.secondShare + 15 * Math.min(1, unused / unusedPlenty),
  );
  const hard = score < scoreGood ? result.failed : result.unread;
  const message = `Scored ${score} of 100: hard to read ${hard.join(', ')}.`;
  const findings: Finding[] = hard.length > 0 ? [{ code: 'hard_to_read', message }] : [];
  return { ok: true, value: { score, findings } };
}

function refuseImage(reason: FindingCode, message: string): Unparsed {
  return { ...refuse(message), reason };
}

/** Each module by the middle third of its pixels, like a camera. */
function seenModules(
  { data, width }: Raster,
  style: RenderStyle,
  { symbolX, symbolY, modulePx }: QrImage['layout'],
): (x: number, y: number) => boolean {
  const ground = groundColour(style);
  const weakest = Math.min(
    ...Object.values(symbolColours(style)).map((colour) => colourContrast(colour, ground)),
  );
  const threshold = luma(ground) - weakest / 2;
  const inset = Math.floor(modulePx / 3);
  return (x, y) => {
    let [sum, count] = [0, 0];
    for (let py = inset; py < modulePx - inset; py++) {
      const row = (symbolY + y * modulePx + py) * width + symbolX + x * modulePx;
      for (let px = inset; px < modulePx - inset; px++, count++) sum += grayAt(data, row + px);
    }
    return sum / count < threshold;
  };
}

async function probeDesign(
  text: string,
  style: RenderStyle,
  matrix: QrImage['matrix'],
  depth: GateDepth,
): Promise<ProbeResult> {
  const probed = probeStyle(style, matrix.size);
  const key = hash('sha256', JSON.stringify([depth, matrix.version, matrix.level, probed]), 'base64');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const image = await probeRaster(text, probed);
  const result = await runProbes(text, image, depth === 'full' ? probes : [smallProbe, photoProbe]);
  cache.set(key, result);
  return result;
}

async function runProbes(text: string, image: GrayImage, chosen: readonly Probe[]): Promise<ProbeResult> {
  let [first, second, isSmallRead] = [0, 0, false];
  const failed: string[] = [];
  const unread: string[] = [];
  for (const probe of chosen) {
    const spoilt = await probe.spoil(image);
    const isRead = (await readGrayQrCode(spoilt)) === text;
    const isReadAgain = readGrayQrCodeAgain(spoilt) === text;
    if (isRead) first += 1;
    if (isReadAgain) second += 1;
    if (!isRead || !isReadAgain) failed.push(probe.name);
    if (!isRead && !isReadAgain) unread.push(probe.name);
    if (probe === smallProbe) isSmallRead = isRead || isReadAgain;
  }
  return {
    isSmallRead,
    firstShare: first / chosen.length,
    secondShare: second / chosen.length,
    failed,
    unread,
  };
}
