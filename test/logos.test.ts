import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp, { type Region } from 'sharp';
import { plainPdf } from '#core/print/print-options.ts';
import { drawForPrint } from '#features/rendering/draw-for-print.ts';
import { readLogo } from '#features/rendering/read-logo.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { type RenderedImage, renderImage } from '#features/rendering/render-image.ts';
import { PrintShop } from './print/printers.ts';
import { type SampleLogo, sampleLogos } from './support/data/sample-logos.ts';
import { readWithZbar } from './support/measure/read-with-zbar.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
/** Of the link, and with its quiet zone. */
const [modules, zone] = [33, 41];
const folder = mkdtempSync('/tmp/waypost-logos-');
const shop = new PrintShop();
after(() => {
  shop.close();
  rmSync(folder, { recursive: true });
});

/** A design with an uploaded logo. */
async function designWith({
  file,
  look,
}: Pick<SampleLogo, 'file' | 'look'>): Promise<Record<string, unknown>> {
  const read = await readLogo(file);
  assert.ok(read.ok, read.ok ? '' : read.message);
  return { error_correction: 'H', logo: { ...read.value, ...look } };
}

async function rendered(design: Record<string, unknown>): Promise<RenderedImage> {
  const image = await renderImage(link, design);
  assert.ok(image.ok, image.ok ? '' : image.message);
  return image.value;
}

/** What a printer makes of a PDF. */
function printed(pdf: Uint8Array): Buffer {
  const path = join(folder, 'code.pdf');
  writeFileSync(path, pdf);
  execFileSync('pdftoppm', ['-r', '300', '-png', '-singlefile', path, join(folder, 'printed')]);
  return readFileSync(join(folder, 'printed.png'));
}

describe('every kind of logo is read by zxing and zbar, in the PNG, the SVG and the printed PDF', async () => {
  for (const sample of await sampleLogos())
    test(sample.name, async () => {
      const design = await designWith(sample);
      const { svg, png } = await rendered(design);
      const pdf = await drawForPrint(link, design, plainPdf);
      assert.ok(pdf.ok);
      const pictures = [png, await sharp(Buffer.from(svg)).png().toBuffer(), printed(pdf.value)];
      for (const picture of pictures) assert.equal(await readQrCode(picture), link);
      assert.deepEqual(readWithZbar(pictures), [link, link, link]);
    });
});

const red = { r: 214, g: 40, b: 57 };
/** The part of a picture that has a color. */
async function boxOf(png: Uint8Array, colour: typeof red): Promise<Region> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [columns, rows]: [number[], number[]] = [[], []];
  for (let at = 0; at < data.length; at += 3) {
    const away = [colour.r, colour.g, colour.b].map((value, index) =>
      Math.abs(value - (data[at + index] ?? 0)),
    );
    if (Math.max(...away) > 40) continue;
    columns.push((at / 3) % info.width);
    rows.push(Math.floor(at / 3 / info.width));
  }
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  const [left, top] = [least(columns), least(rows)];
  return { left, top, width: most(columns) - left + 1, height: most(rows) - top + 1 };
}

describe('a logo is what it was', () => {
  test('its longer side is exactly as long as was asked for, in the PNG and in the PDF', async () => {
    for (const [width, height] of [
      [300, 300],
      [300, 120],
      [90, 300],
    ] as const)
      for (const share of [0.1, 0.2, 0.25]) {
        const file = await sharp({ create: { width, height, channels: 3, background: red } })
          .png()
          .toBuffer();
        const design = { ...(await designWith({ file, look: { share } })), padding: 0, width: 1_000 };
        const { png } = await rendered(design);
        const expected = share * modules * Math.floor(1_000 / zone);
        const box = await boxOf(png, red);
        const longer = Math.max(box.width, box.height);
        assert.ok(Math.abs(longer - expected) <= 2, `${longer} pixels for ${share}, not ${expected}`);
        assert.ok(Math.abs((box.width / box.height) * (height / width) - 1) < 0.05, 'its proportions');
        const pdf = await drawForPrint(link, design, plainPdf);
        assert.ok(pdf.ok);
        const onPaper = await boxOf(printed(pdf.value), red);
        assert.ok(Math.abs(Math.max(onPaper.width, onPaper.height) - expected) <= 3);
      }
  });

  test('a photograph keeps its colors', async () => {
    const cat = (await sampleLogos()).find(({ name }) => name === 'portrait');
    assert.ok(cat);
    const { png } = await rendered({
      ...(await designWith({ file: cat.file, look: { share: 0.25 } })),
      width: 2_048,
    });
    const side = Math.round(0.25 * modules * Math.floor(2_048 / zone));
    const left = Math.round((2_048 - side) / 2);
    const seen = await sharp(png)
      .extract({ left, top: left, width: side, height: side })
      .resize(64, 64)
      .removeAlpha()
      .raw()
      .toBuffer();
    const meant = await sharp(cat.file).resize(64, 64).removeAlpha().raw().toBuffer();
    const away =
      meant.reduce((sum, value, index) => sum + Math.abs(value - (seen[index] ?? 0)), 0) / meant.length;
    assert.ok(away < 4, `${away.toFixed(1)} of 255 away from the original`);
  });

  test('a transparent logo shows the background of the code', async () => {
    const ring = (await sampleLogos()).find(({ name }) => name === 'transparent');
    assert.ok(ring);
    const ground = { r: 255, g: 240, b: 200 };
    const { png } = await rendered({
      ...(await designWith({ file: ring.file, look: { share: 0.24 } })),
      background_color: '#fff0c8',
      width: 1_024,
    });
    // Between the ring and the square inside it.
    const { data } = await sharp(png)
      .extract({ left: 512 - 40, top: 512, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([...data], [ground.r, ground.g, ground.b]);
  });
});

test('a logo of two colors on a transparent ground looks the same in the PDF, the EPS and the PNG', async () => {
  const [side, half] = [101, 50];
  const pixels = Buffer.alloc(side * side * 4);
  for (let y = 20; y < 80; y++)
    for (let x = 20; x < 80; x++)
      pixels.set(x < half ? [214, 40, 57, 255] : [0, 60, 160, 255], (y * side + x) * 4);
  const file = await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
  const shapes = {
    view_box: [0, 0, 1e5, 1e5],
    paths: [{ d: 'M1e4 1e4H90000V90000H10000z'.replaceAll('1e4', '10000'), fill: '#d62839' }],
    share: 0.2,
  };
  for (const logo of [{ image: `data:image/png;base64,${file.toString('base64')}`, share: 0.25 }, shapes]) {
    const design = { error_correction: 'H', logo };
    const middle = async (picture: Uint8Array) => {
      const { width } = await sharp(picture).metadata();
      const part = Math.round(width * 0.16);
      const at = Math.round((width - part) / 2);
      return sharp(picture)
        .flatten({ background: '#ffffff' })
        .extract({ left: at, top: at, width: part, height: part })
        .resize(40, 40, { fit: 'fill' })
        .raw()
        .toBuffer();
    };
    const draw = async (format: 'png' | 'pdf' | 'eps') => {
      const drawn = await drawForPrint(link, design, {
        ...plainPdf,
        format,
        size: { width: 50, unit: 'mm' },
      });
      assert.ok(drawn.ok);
      return format === 'png' ? Buffer.from(drawn.value) : shop.raster(drawn.value, 300);
    };
    const meant = await middle(await draw('png'));
    for (const format of ['pdf', 'eps'] as const) {
      const seen = await middle(await draw(format));
      const away =
        meant.reduce((sum, value, at) => sum + Math.abs(value - (seen[at] ?? 0)), 0) / meant.length;
      assert.ok(away < 12, `${format}: ${away.toFixed(1)} of 255 away`);
    }
  }
});

test('a photograph that a camera took upright stands upright, also when it comes over the API', async () => {
  const lying = await sharp({ create: { width: 200, height: 100, channels: 3, background: red } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const image = `data:image/jpeg;base64,${lying.toString('base64')}`;
  const { png } = await rendered({ error_correction: 'H', logo: { image, share: 0.24 } });
  const box = await boxOf(png, red);
  assert.ok(box.height > 1.8 * box.width, `${box.width} × ${box.height}`);
});

describe('a logo is refused', () => {
  test('when it has two pictures', async () => {
    const svg = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    for (const other of [{ image: 'javascript:alert(1)' }, { paths: 5 }]) {
      const image = await renderImage(link, { error_correction: 'H', logo: { svg, ...other } });
      assert.match(image.ok ? '' : image.message, /exactly one of/);
    }
  });

  test('when it covers too much, with the way out', async () => {
    const file = await sharp({ create: { width: 300, height: 300, channels: 3, background: red } })
      .png()
      .toBuffer();
    const image = await renderImage(link, await designWith({ file, look: { share: 0.5 } }));
    assert.match(image.ok ? '' : image.message, /smaller logo|Choose a simpler design/);
  });

  test('when it would keep the rasterizer busy for minutes, at once', async () => {
    const svg = (content: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;
    const arcs = `<path d="M0 0${'a9 9 0 1 1 9 1 '.repeat(300)}"/>`;
    const whole = (attribute: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${attribute}>${arcs}</svg>`;
    for (const content of [
      `<path d="M0 0${'a400 400 0 1 1 9 1 '.repeat(2_000)}"/>`,
      `<g transform="scale(400)"><path d="M0 0${'l9 3-9 2'.repeat(3_000)}"/></g>`,
      `<svg viewBox="0 0 .0001 .0001" width="24" height="24">${arcs}</svg>`,
      `<g transform="${'matrix(1 1 -1 1 0 0) '.repeat(60)}">${arcs}</g>`,
      `<g transform="skewX(89.999999)">${arcs}</g>`,
      '<circle cx="9" cy="9" r="3000in"/>',
      `<path d="M0 0${'L9.e9 9.e9'.repeat(100)}"/>`,
      `${'<g opacity=".9">'.repeat(18)}<rect width="24" height="24"/>${'</g>'.repeat(18)}`,
      `<defs><radialGradient id="a"><stop offset="0"/></radialGradient></defs>${'<rect fill="url(#a)" width="24" height="24"/>'.repeat(40)}`,
      whole(`transform="scale(400)"`),
      whole(`stroke="#000" stroke-width="1e9"`),
    ]) {
      const beganMs = performance.now();
      const source = content.startsWith('<svg xmlns') ? content : svg(content);
      const image = await renderImage(link, { error_correction: 'H', logo: { svg: source } });
      assert.match(image.ok ? '' : image.message, /too much detail/);
      assert.ok(performance.now() - beganMs < 1_000);
    }
  });

  test('when its data are not a picture', async () => {
    for (const image of [
      'data:image/png;base64,AAAA',
      `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x09\0\0\0\x09').toString('base64')}`,
      'https://example.com/logo.png',
    ]) {
      const refused = await renderImage(link, { error_correction: 'H', logo: { image } });
      assert.match(refused.ok ? '' : refused.message, /^logo\.image /);
    }
  });
});
