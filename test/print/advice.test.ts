import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { plainPdf } from '#core/print/print-options.ts';
import { drawForPrint } from '#features/rendering/draw-for-print.ts';
import { measureAdvice } from '#features/rendering/measure-advice.ts';
import { readGrayQrCode, readGrayQrCodeAgain } from '#features/rendering/read-qr-code.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { anyDesign } from './any-design.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const designs = scaled(50, 1);
/** What docs/print.md says: a phone at 15 cm whose video has 6.2 pixels per millimetre there. */
const pixelsPerMm = 930 / 150;
const paper = '#ffffff';

/** Pixels of a print that is larger than any photograph here needs it. */
const printPx = 1_000;

/** A photograph of a print, made without our own camera: sharp turns, scales and blurs it, in the end as much as our lens does. */
async function photographed(print: Buffer, widthMm: number, random: () => number) {
  const room = Math.ceil(0.12 * printPx);
  const left = room + Math.floor(random() * 8);
  const scene = sharp(print).extend({ top: room, bottom: room, left, right: room, background: paper });
  const turned = sharp(await scene.png({ compressionLevel: 0 }).toBuffer()).rotate(24 * random() - 12, {
    background: paper,
  });
  const { data: flat, info: size } = await turned.greyscale().raw().toBuffer({ resolveWithObject: true });
  const whole = tilted(flat, size.width, size.height);
  const pixels = Math.round((size.width / printPx) * widthMm * pixelsPerMm);
  const { data, info } = await sharp(whole, { raw: size })
    .resize(pixels, null, { kernel: 'linear' })
    .blur({ sigma: 0.438, minAmplitude: 0.01 })
    .greyscale()
    .linear(0.7, 30)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // About normal, with a standard deviation of 5: readers look for the darkest pixel near others, so the tails matter.
  const throwDie = () => Math.sqrt(75) * (random() + random() + random() + random() - 2);
  const noisy = Uint8ClampedArray.from(data, (value) => value + throwDie());
  return { data: noisy, width: info.width, height: info.height };
}

/** As seen from slightly below. */
function tilted(flat: Buffer, width: number, height: number): Buffer {
  const whole = Buffer.alloc(flat.length, 255);
  for (let y = 0; y < height; y++) {
    const farther = 1 + 0.04 * (y / height - 0.5);
    const fromY = Math.round(height / 2 + (y - height / 2) * farther);
    if (fromY < 0 || fromY >= height) continue;
    for (let x = 0; x < width; x++) {
      const fromX = Math.round(width / 2 + (x - width / 2) * farther);
      whole[y * width + x] = flat[fromY * width + fromX] ?? 255;
    }
  }
  return whole;
}

/** Whether eleven of fifteen photographs are read. */
async function isRead(print: Buffer, widthMm: number): Promise<boolean> {
  const random = seededRandom(5);
  let read = 0;
  for (let photo = 0; photo < 15; photo++) {
    const image = await photographed(print, widthMm, random);
    if ((await readGrayQrCode(image)) === link || readGrayQrCodeAgain(image) === link) read += 1;
  }
  return read >= 11;
}

/** Where a print that gets smaller begins to fail. */
async function smallestRead(print: Buffer, startMm: number): Promise<number> {
  assert.ok(await isRead(print, startMm));
  let [failing, passing] = [0, startMm];
  while (failing === 0) {
    const next = passing * 0.92;
    if (await isRead(print, next)) passing = next;
    else failing = next;
  }
  while (passing / failing > 1.005) {
    const between = Math.sqrt(failing * passing);
    if (await isRead(print, between)) passing = between;
    else failing = between;
  }
  return Math.sqrt(failing * passing);
}

/** The file for a printer, as pixels. */
async function printOf(design: Record<string, unknown>, widthMm: number): Promise<Buffer> {
  const size = { width: widthMm, unit: 'mm' } as const;
  const print = await drawForPrint(link, design, { ...plainPdf, format: 'svg', size });
  assert.ok(print.ok, print.ok ? '' : print.message);
  const svg = Buffer.from(print.value)
    .toString()
    .replace(/ width="[^"]+" height="[^"]+"/, ` width="${printPx}"`);
  return sharp(Buffer.from(svg)).flatten({ background: paper }).png().toBuffer();
}

test(`${designs} designs stop being read within 10% of the smallest size that we advise`, async (t) => {
  const random = seededRandom(20_261_119);
  const ratios: number[] = [];
  const sizes: [found: number, advised: number][] = [];
  for (let nth = 0; nth < designs; nth++) {
    const design = anyDesign(random);
    const advice = await measureAdvice(link, design);
    assert.ok(advice.ok, advice.ok ? '' : advice.message);
    const { smallestWidthMm } = advice.value;
    const found = await smallestRead(await printOf(design, smallestWidthMm), 2 * smallestWidthMm);
    ratios.push(found / smallestWidthMm);
    // Sizes are given in tenths of a millimetre.
    sizes.push([Math.ceil(10 * found), Math.round(10 * smallestWidthMm)]);
    t.diagnostic(
      `advised ${smallestWidthMm} mm, read from ${found.toFixed(1)} mm: ${JSON.stringify(design)}`,
    );
  }
  ratios.sort((a, b) => a - b);
  t.diagnostic(`found ÷ advised: ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`);
  for (const [found, advised] of sizes)
    assert.ok(Math.abs(found - advised) <= advised / 10, `${found} of ${advised}`);
});
