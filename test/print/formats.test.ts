import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import dxfParser from 'dxf-parser';
import sharp from 'sharp';
import { parsePrintOptions } from '#core/print/print-options.ts';
import { drawForPrint } from '#features/rendering/draw-for-print.ts';
import { readLogo } from '#features/rendering/read-logo.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { sampleLogos } from '../support/data/sample-logos.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { anyDesign } from './any-design.ts';
import { type GrayPlate, hasInk, PrintShop, toPng, withDotGain } from './printers.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
// Its types describe a module that its file is not.
const DxfParser = dxfParser as unknown as typeof dxfParser.DxfParser;
const designs = scaled(200, 8);
const dpi = 300;
const shop = new PrintShop();
after(() => shop.close());

type Source = Record<string, string>;

async function printed(design: Record<string, unknown>, source: Source): Promise<Buffer> {
  const options = parsePrintOptions(source);
  assert.ok(options.ok, options.ok ? '' : options.message);
  const file = await drawForPrint(link, design, options.value);
  assert.ok(file.ok, file.ok ? '' : `${JSON.stringify(design)}: ${file.message}`);
  return Buffer.from(file.value);
}

const random = seededRandom(20_261_119);

/** The symbol and its quiet zone: the middle of an image without a frame. */
const wholeSymbol = (width: number, height: number) => {
  const inset = Math.ceil(0.005 * width);
  return [inset, inset, width - 2 * inset, height - 2 * inset] as const;
};

describe('separated for a press', () => {
  test(`${designs} designs have their symbol on one plate alone, which can be read with 10% and 20% dot gain, and qpdf finds no mistake`, async (t) => {
    let spots = 0;
    for (let index = 0; index < designs; index++) {
      const design = anyDesign(random);
      const spot = index % 4 === 3 ? 'PANTONE 185 C' : null;
      const pdf = await printed(design, {
        format: 'pdf',
        width: '40',
        color_mode: 'cmyk',
        ...(spot !== null && { spot_color: spot }),
        ...(index % 3 === 0 && { bleed: '3', marks: 'true' }),
      });
      shop.check(pdf);
      const plates = await shop.separate(pdf, dpi);
      const plate = plates.get(spot ?? 'Black');
      assert.ok(plate, `${[...plates.keys()]}`);
      if (spot !== null) spots += 1;
      for (const gain of [0, 0.1, 0.2]) {
        const seen: GrayPlate = gain === 0 ? plate : await withDotGain(plate, gain);
        assert.equal(await readQrCode(await toPng(seen)), link, `${JSON.stringify(design)} with ${gain}`);
      }
      const others = [...plates].filter(([name]) => name !== (spot ?? 'Black'));
      if (design['border_style'] === 'none' && design['background_color'] === '#ffffff' && index % 3 !== 0)
        for (const [name, other] of others)
          assert.equal(hasInk(other, wholeSymbol(other.width, other.height)), false, `ink on ${name}`);
      // Behind a frame in other colors, what is on the other plates is no code.
      else for (const [, other] of others) assert.notEqual(await readQrCode(await toPng(other)), link);
    }
    t.diagnostic(`${spots} of them in a spot color`);
    assert.ok(spots > 0);
  });

  test('a spot color with the name of a color of the web is a plate too', async () => {
    const plates = await shop.separate(
      await printed(
        { foreground_color: '#7a5c00' },
        { format: 'pdf', color_mode: 'cmyk', spot_color: 'Gold' },
      ),
      dpi,
    );
    assert.ok(plates.has('Gold'), `${[...plates.keys()]}`);
  });

  test('a photograph as logo is printed in four colors, next to a symbol in black', async () => {
    const photo = (await sampleLogos()).find(({ name }) => name === 'photograph');
    assert.ok(photo);
    const read = await readLogo(photo.file);
    assert.ok(read.ok);
    const design = { error_correction: 'H', logo: { ...read.value, ...photo.look } };
    const pdf = await printed(design, { format: 'pdf', width: '40', color_mode: 'cmyk' });
    const plates = await shop.separate(pdf, dpi);
    const cyan = plates.get('Cyan');
    assert.ok(cyan);
    const { width } = cyan;
    const middle = Math.round(width * 0.45);
    assert.ok(hasInk(cyan, [middle, middle, Math.round(width * 0.1), Math.round(width * 0.1)]));
    assert.equal(hasInk(cyan, [0, 0, width, Math.round(width * 0.25)]), false, 'above the logo');
    // Not as a negative: the middle of the picture is as dark as it was.
    const seen = await sharp(shop.raster(pdf, dpi)).stats();
    const meant = await sharp(
      await printed(design, { format: 'png', width: '40', dpi: String(dpi) }),
    ).stats();
    for (const channel of [0, 1, 2])
      assert.ok(Math.abs((seen.channels[channel]?.mean ?? 0) - (meant.channels[channel]?.mean ?? 0)) < 12);
  });

  test('trim, bleed and output intent say what a shop needs, and cut marks lie outside the bleed', async () => {
    const pdf = await printed(
      {},
      { format: 'pdf', width: '50', color_mode: 'cmyk', bleed: '3', marks: 'true' },
    );
    const box = (name: string) =>
      (new RegExp(`^${name}: +(.+)$`, 'm').exec(shop.info(pdf))?.[1] ?? '').split(/\s+/).map(Number);
    const mm = (points: number) => Math.round((points / 72) * 25.4 * 10) / 10;
    const [left = 0, bottom = 0, right = 0, top = 0] = box('TrimBox');
    assert.deepEqual([mm(right - left), mm(top - bottom)], [50, 50]);
    const [bleedLeft = 0, , bleedRight = 0] = box('BleedBox');
    assert.deepEqual([mm(left - bleedLeft), mm(bleedRight - right)], [3, 3]);
    assert.match(pdf.toString('latin1'), /\/OutputConditionIdentifier \(FOGRA39\)/);
    assert.doesNotMatch(pdf.toString('latin1'), /GTS_PDFXVersion/, 'PDF/X is not claimed');
    const plates = await shop.separate(pdf, dpi);
    const cyan = plates.get('Cyan');
    assert.ok(cyan);
    const bleedPx = Math.floor((bleedLeft / 72) * dpi);
    const inner = cyan.width - 2 * bleedPx;
    assert.equal(hasInk(cyan, [bleedPx, bleedPx, inner, inner]), false, 'marks in the bleed');
    assert.ok(hasInk(cyan, [0, 0, cyan.width, bleedPx]), 'no marks');
    const spot = { color_mode: 'cmyk', spot_color: 'PANTONE 185 C', bleed: '3', marks: 'true' };
    for (const [name, plate] of await shop.separate(await printed({}, { format: 'pdf', ...spot }), dpi))
      assert.ok(hasInk(plate, [0, 0, plate.width, bleedPx]), `no marks on ${name}`);
  });
});

describe('other formats', () => {
  test('EPS shows the same modules as the SVG, with frames, gradients and logos', async () => {
    const logos = await sampleLogos();
    for (let index = 0; index < Math.max(8, designs / 5); index++) {
      const sample = index % 2 === 0 ? logos[index % logos.length] : undefined;
      const read = sample === undefined ? null : await readLogo(sample.file);
      const design = {
        ...anyDesign(random),
        ...(read?.ok && { error_correction: 'H', logo: { ...read.value, ...sample?.look } }),
      };
      const mode: Source = index % 3 === 2 ? { color_mode: 'cmyk' } : {};
      const file = await printed(design, { format: 'eps', width: '50', ...mode });
      if (mode['color_mode'] === 'cmyk')
        assert.doesNotMatch(file.toString('latin1'), /rgb/i, 'only process colors');
      const eps = shop.raster(file, 600);
      assert.equal(await readQrCode(eps), link, JSON.stringify(design));
      const svg = await printed(design, { format: 'svg', width: '50' });
      const small = (file: Uint8Array) =>
        sharp(file).flatten({ background: '#ffffff' }).resize(200, 200, { fit: 'fill' }).raw().toBuffer();
      const [a, b] = [await small(eps), await small(svg)];
      const away = a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
      // Black instead of a color changes the gray of a code too.
      assert.ok(
        away < (mode['color_mode'] === 'cmyk' ? 45 : 12),
        `${away.toFixed(1)} of 255 away: ${JSON.stringify(design).slice(0, 300)}`,
      );
    }
  });

  test('DXF has the outlines of the code in millimetres, and its drawing can be read', async () => {
    for (let index = 0; index < Math.max(6, designs / 10); index++) {
      const design = anyDesign(random);
      const dxf = (await printed(design, { format: 'dxf', width: '60' })).toString();
      const drawing = new DxfParser().parseSync(dxf);
      assert.ok(drawing);
      const lines = drawing.entities as unknown as {
        type: string;
        layer: string;
        shape: boolean;
        vertices: { x: number; y: number }[];
      }[];
      assert.ok(lines.every(({ type }) => type === 'POLYLINE'));
      const points = lines.flatMap(({ vertices }) => vertices);
      const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
      assert.ok(left >= 0 && right <= 60 && right - left > 35, `${left} to ${right} mm`);
      const code = lines.filter(({ layer }) => layer === 'CODE');
      assert.ok(
        code.every(({ shape }) => shape),
        'outlines are closed',
      );
      const d = code
        .map(({ vertices }) => `M${vertices.map(({ x, y }) => `${x} ${60 - y}`).join('L')}z`)
        .join('');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 60 60"><path fill="#fff" d="M0 0h60v60H0z"/><path fill-rule="evenodd" d="${d}"/></svg>`;
      assert.equal(
        await readQrCode(await sharp(Buffer.from(svg)).png().toBuffer()),
        link,
        JSON.stringify(design),
      );
    }
  });

  test('an SVG has its size in the unit that was asked for, also when it is not square', async () => {
    const svg = await printed({ format_ratio: '4:5' }, { format: 'svg', width: '2', unit: 'in' });
    assert.match(svg.toString(), /^<svg [^>]*width="2in" height="2.5in" viewBox=/);
  });

  test('a PNG has the size and resolution that were asked for, and can be transparent', async () => {
    const png = await sharp(
      await printed({}, { format: 'png', width: '2', unit: 'in', dpi: '600', transparent: 'true' }),
    ).metadata();
    assert.deepEqual([png.width, png.height, png.density, png.hasAlpha], [1_200, 1_200, 600, true]);
  });
});
