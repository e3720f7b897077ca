import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** What programs of print shops make of a file. */
export class PrintShop {
  readonly #folder = mkdtempSync('/tmp/waypost-print-');

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(name: string, file: Uint8Array): string {
    const path = join(this.#folder, name);
    writeFileSync(path, file);
    return path;
  }

  /** The plates that a press would get, by name: 255 is paper. */
  async separate(pdf: Uint8Array, dpi: number): Promise<Map<string, GrayPlate>> {
    const path = this.#write('separate.pdf', pdf);
    const args = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=tiffsep', `-r${dpi}`];
    execFileSync('gs', [...args, `-sOutputFile=${join(this.#folder, 'plate.tif')}`, path]);
    const plates = new Map<string, GrayPlate>();
    for (const name of readdirSync(this.#folder)) {
      const [, plate] = /^plate\((.+)\)\.tif$/.exec(name) ?? [];
      if (plate === undefined) continue;
      const file = join(this.#folder, name);
      const { data, info } = await sharp(readFileSync(file))
        .grayscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      plates.set(plate, { data, width: info.width, height: info.height });
      rmSync(file);
    }
    return plates;
  }

  /** A page as pixels. */
  raster(file: Uint8Array, dpi: number, device: 'png16m' | 'pngalpha' = 'png16m'): Buffer {
    const path = this.#write('page', file);
    const out = join(this.#folder, 'page.png');
    const quality = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dEPSCrop'];
    const args = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', `-sDEVICE=${device}`, `-r${dpi}`, ...quality];
    execFileSync('gs', [...args, `-sOutputFile=${out}`, path]);
    return readFileSync(out);
  }

  /** Throws for a PDF with a mistake in its structure. */
  check(pdf: Uint8Array): void {
    execFileSync('qpdf', ['--check', this.#write('check.pdf', pdf)]);
  }

  /** The lines of `pdfinfo`, with all boxes. */
  info(pdf: Uint8Array): string {
    return execFileSync('pdfinfo', ['-box', this.#write('info.pdf', pdf)], { encoding: 'utf8' });
  }
}

export interface GrayPlate {
  data: Buffer;
  width: number;
  height: number;
}

export const toPng = ({ data, width, height }: GrayPlate) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();

/** Whether any ink is within a rectangle. */
export function hasInk(
  { data, width }: GrayPlate,
  [x, y, w, h]: readonly [number, number, number, number],
): boolean {
  for (let row = y; row < y + h; row++)
    for (let column = x; column < x + w; column++) if ((data[row * width + column] ?? 255) < 250) return true;
  return false;
}

/** Ink that spreads: half tones print darker by this share, and edges grow. */
export async function withDotGain({ data, width, height }: GrayPlate, gain: number): Promise<GrayPlate> {
  // How far the ink runs, in pixels: a module of 1 mm at 300 dpi has 12.
  const blurred = await sharp(data, { raw: { width, height, channels: 1 } })
    .blur(1.2)
    .grayscale()
    .raw()
    .toBuffer();
  const curve = Uint8Array.from({ length: 256 }, (_, value) => {
    const ink = 1 - value / 255;
    return Math.round(255 * (1 - Math.min(1, ink + gain * 4 * ink * (1 - ink))));
  });
  return { data: Buffer.from(blurred.map((value) => curve[value] ?? value)), width, height };
}
