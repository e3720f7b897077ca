import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { unusedCorrection } from '#core/qr-image/codeword-blocks.ts';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frames/frame.ts';
import { errorLevels, makeQrMatrix } from '#core/qr-image/qr-matrix.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { drawDesign } from '#features/rendering/draw-design.ts';
import { judgeImage } from '#features/rendering/judge-image.ts';
import { rasteriseSvg } from '#features/rendering/rasterise-svg.ts';
import { readGrayQrCode, readQrCode } from '#features/rendering/read-qr-code.ts';
import { renderImage } from '#features/rendering/render-image.ts';
import { writePng } from '#features/rendering/write-png.ts';
import { makeGallery } from '../scripts/make-gallery.ts';
import { seededRandom } from './support/data/seeded-random.ts';
import { proofScale, scaled } from './support/measure/proof-scale.ts';
import { readWithZbar } from './support/measure/read-with-zbar.ts';
import { assertNoticed } from './support/measure/sabotage.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const payloads = scaled(3_000, 60);

const alphabets = [
  { letters: '0123456789', capacities: [7_089, 5_596, 3_993, 3_057] },
  { letters: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:', capacities: [4_296, 3_391, 2_420, 1_852] },
  { letters: 'abcdefghijklmnopqrstuvwxyzABC0123456789-._~:/?#[]@!$&()*+,;=%' },
  { letters: 'äöüßéèñçøåÆŒ€' },
  { letters: '日本語漢字かなカナ中文字符' },
  { letters: 'Привет мир Ωδ' },
  { letters: '😀🎉👩‍👩‍👧‍👦🏳️‍🌈' },
];
const byteCapacities = [2_900, 2_300, 1_640, 1_250];

/** From digits to joined emoji, short and long, so that every mode, level and version occurs. */
function payload(index: number): string {
  const { letters, capacities } = alphabets[index % alphabets.length] ?? { letters: '0' };
  const points = Array.from(letters);
  const bytesEach = capacities ? 1 : Math.max(...points.map((point) => Buffer.byteLength(point)));
  const most = Math.floor(((capacities ?? byteCapacities)[index % 4] ?? 1_000) / bytesEach);
  // Long ones are rare, as in reality, but the longest occurs too.
  const share = ((index * 7_919) % payloads) / (payloads - 1);
  const length = 1 + Math.floor((most - 1) * share ** 2);
  const at = (place: number) => points[(place * 31 + index * 17) % points.length];
  return (
    Array.from({ length }, (_, place) => at(place))
      .join('')
      .trim() || '0'
  );
}

describe('images match their content', () => {
  test(`${payloads} payloads of every mode, level and version decode to the exact text, from SVG and PNG`, async (t) => {
    const versions = new Set<number>();
    let readByZbar = 0;
    for (let index = 0; index < payloads; index++) {
      const text = payload(index);
      const rendered = await renderImage(text, { error_correction: errorLevels[index % 4] }, 'quick');
      assert.ok(rendered.ok, rendered.ok ? '' : `${rendered.message}: ${text.slice(0, 40)}`);
      versions.add(rendered.value.version);
      const fromSvg = await sharp(Buffer.from(rendered.value.svg)).png().toBuffer();
      assert.equal(await readQrCode(fromSvg), text);
      assert.equal(await readQrCode(rendered.value.png), text);
      const [zbar] = readWithZbar([rendered.value.png]);
      if (zbar !== null) assert.equal(zbar, text);
      readByZbar += zbar === null ? 0 : 1;
    }
    t.diagnostic(`${versions.size} versions; zbar read ${readByZbar} of ${payloads}, none wrong`);
    assert.ok(readByZbar > payloads * 0.8, `zbar read only ${readByZbar}`);
    if (proofScale >= 1) assert.equal(versions.size, 40);
  });

  const random = seededRandom(20_261_115);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const combinations = dotStyles.flatMap((dot) =>
    eyeStyles.flatMap((eye) =>
      borderStyles.map((border) => ({
        dot,
        eye,
        ball: oneOf(eyeBallStyles),
        border,
        level: oneOf(errorLevels),
      })),
    ),
  );
  const chosen =
    proofScale >= 1
      ? combinations
      : combinations
          .map((combination) => ({ combination, order: random() }))
          .sort((a, b) => a.order - b.order)
          .slice(0, 100)
          .map(({ combination }) => combination);

  test(`${chosen.length} of ${combinations.length} combinations of dot, eye and frame, with any center of the eye and any level: zxing and zbar read the delivered PNG; circle eyes are flagged`, async (t) => {
    const scores: number[] = [];
    for (const [index, { dot, eye, ball, border, level }] of chosen.entries()) {
      const name = `${dot} ${eye} ${ball} ${border} ${level}`;
      const rendered = await renderImage(link, {
        dot_style: dot,
        eye_style: eye,
        eye_ball_style: ball,
        border_style: border,
        error_correction: level,
        format_ratio: '4:5',
        width: [400, 512, 720, 1024][Math.floor(index / 4) % 4],
      });
      assert.ok(rendered.ok, `${name}: ${rendered.ok ? '' : rendered.message}`);
      assert.equal(await readQrCode(rendered.value.png), link, name);
      assert.deepEqual(readWithZbar([rendered.value.png]), [link], name);
      const isFlagged = rendered.value.findings.some(({ code }) => code === 'round_eyes');
      assert.equal(isFlagged, eye === 'circle', name);
      scores.push(rendered.value.score);
    }
    t.diagnostic(`scores ${Math.min(...scores)} to ${Math.max(...scores)}`);
  });

  const styles: Record<string, readonly string[]> = {
    dot_style: dotStyles,
    eye_style: eyeStyles.filter((style) => style !== 'circle'),
    eye_ball_style: eyeBallStyles,
    border_style: borderStyles,
  };
  for (const [key, values] of Object.entries(styles))
    test(`each ${key} alone passes every scan test without a finding`, async () => {
      for (const value of values) {
        const rendered = await renderImage(link, { [key]: value });
        assert.ok(rendered.ok, `${value}: ${rendered.ok ? '' : rendered.message}`);
        assert.deepEqual(rendered.value.findings, [], value);
      }
    });

  test('the PNG is small, indexed, and has its resolution written', async () => {
    const rendered = await renderImage(link, { dpi: 600 });
    assert.ok(rendered.ok);
    const { png } = rendered.value;
    assert.ok(png.length < 2_000, `${png.length} bytes`);
    const facts = await sharp(png).metadata();
    assert.equal(facts.width, 1024);
    // From the header: one bit per pixel, indexed colors.
    assert.deepEqual([png[24], png[25]], [1, 3]);
    assert.equal(facts.density, 600);
  });

  test('the PNG shows the pixels of the SVG: exactly, or nearly if there are more blends than an index can hold', async () => {
    const gradient = { from: '#7c1fa0', to: '#0b3d91' };
    const designs: [Record<string, unknown>, number][] = [
      [{}, 0],
      [{ dot_style: 'dots' }, 0],
      [{ bg_transparent: true }, 0],
      [{ foreground_color: '#123456', border_style: 'rounded' }, 0],
      [{ border_style: 'caption', dot_style: 'fluid', frame_color: '#0b6e4f', gradient }, 64],
    ];
    for (const [metadata, tolerance] of designs) {
      const rendered = await renderImage(link, { ...metadata, width: 240 });
      assert.ok(rendered.ok);
      const pixels = (input: Buffer) => sharp(input).ensureAlpha().raw().toBuffer();
      const [png, svg] = [await pixels(rendered.value.png), await pixels(Buffer.from(rendered.value.svg))];
      const difference = png.map((value, at) => Math.abs(value - (svg[at] ?? 0)));
      assert.ok(difference.reduce((a, b) => Math.max(a, b)) <= tolerance, `${JSON.stringify(metadata)}`);
      const mean = difference.reduce((sum, value) => sum + value, 0) / difference.length;
      assert.ok(mean < 0.5, `${JSON.stringify(metadata)}: ${mean}`);
    }
  });

  test('same input, same bytes, in this process and in two others', async () => {
    const style = { dot_style: 'fluid', eye_style: 'leaf', border_style: 'bubble', caption: 'Σκάναρε με' };
    const here = await renderImage(link, style);
    assert.ok(here.ok);
    const folder = mkdtempSync('/tmp/waypost-render-');
    for (const run of ['a', 'b']) {
      const out = join(folder, run);
      const args = Object.entries(style).flatMap(([key, value]) => ['--style', `${key}=${value}`]);
      execFileSync(process.execPath, ['bin/waypost.ts', 'render', '--url', link, '--out', out, ...args]);
      assert.equal(readFileSync(`${out}.svg`, 'utf8'), here.value.svg);
      assert.deepEqual(readFileSync(`${out}.png`), here.value.png);
    }
    rmSync(folder, { recursive: true });
  });
});

const logo = (share: number, d = 'M2 2H22V22H2z') => ({
  view_box: [0, 0, 24, 24],
  paths: [{ d, fill: '#d7263d' }],
  share,
});

describe('the gate', () => {
  const knownBad: [string, Record<string, unknown>, RegExp][] = [
    ['colors too similar', { foreground_color: '#aaaaaa' }, /^The colors are too similar. Choose a darker/],
    [
      'violet on cyan, which contrast for eyes would allow',
      { foreground_color: '#8a2be2', background_color: '#40e0d0', eye_color: '#000000' },
      /^The colors are too similar. Choose a darker/,
    ],
    ['inverted', { foreground_color: '#ffffff', background_color: '#000000' }, /inverted/],
    ['light eyes', { eye_color: '#ffcc00' }, /Make eye_color darker/],
    ['light centers of eyes', { eye_ball_color: '#ffcc00' }, /Make eye_ball_color darker/],
    [
      'a gradient that fades out',
      { gradient: { from: '#000000', to: '#dddddd' } },
      /last color of the gradient/,
    ],
    [
      'a gradient that begins too light',
      { gradient: { from: '#dddddd', to: '#000000' } },
      /first color of the gradient/,
    ],
    [
      'light and transparent',
      { foreground_color: '#ffcc00', background_color: '#000000', bg_transparent: true },
      /we test on white/,
    ],
    ['no quiet zone', { quiet_zone: 0 }, /^quiet_zone must be a number from 1 to 10/],
    ['too small', { width: 128, height: 128, padding: 30 }, /^width is too small/],
    ['more pixels than a printer takes', { unit: 'in', width: 40, dpi: 1200 }, /16\.8 million/],
    ['padding that leaves no room', { padding: 300 }, /^padding must be/],
    [
      'a logo too large',
      { logo: logo(0.2), error_correction: 'M' },
      /^The logo is too large. .* 0\.15 .* 0\.2\./,
    ],
    ['a caption nobody can draw', { border_style: 'caption', caption: 'Scan 𓀀' }, /"𓀀"/],
    [
      'a caption too long',
      { border_style: 'caption', caption: 'x'.repeat(41) },
      /^caption must be text of 1 to 40/,
    ],
  ];
  for (const [name, metadata, message] of knownBad) {
    test(`known bad, refused in its own words: ${name}`, async () => {
      const rendered = await renderImage(link, metadata);
      assert.ok(!rendered.ok, 'it was accepted');
      assert.match(rendered.message, message);
    });
  }

  test('known bad, refused in its own words: more text than a symbol holds, and a logo without error correction', async () => {
    const long = await renderImage('x'.repeat(3_000), {});
    assert.match(long.ok ? '' : long.message, /too long for a QR code/);
    // So long that no higher level fits: 2,900 letters fill version 40 at L.
    const bare = await renderImage('x'.repeat(2_900), { logo: logo(0.1), error_correction: 'L' });
    assert.match(bare.ok ? '' : bare.message, /needs error_correction M/);
  });

  test('logos as large as each level allows are read, by zbar too', async () => {
    for (const [level, share] of [
      ['M', 0.15],
      ['Q', 0.2],
      ['H', 0.25],
    ] as const) {
      const rendered = await renderImage(link, { error_correction: level, logo: logo(share) });
      assert.ok(rendered.ok, `${level}: ${rendered.ok ? '' : rendered.message}`);
      assert.deepEqual(readWithZbar([rendered.value.png]), [link]);
    }
  });

  test('a logo that draws far beyond its box is clipped to it', async () => {
    const rendered = await renderImage(link, { logo: logo(0.15, 'M-200 -200H200V200H-200z') });
    assert.ok(rendered.ok);
    assert.deepEqual(readWithZbar([rendered.value.png]), [link]);
  });

  test('the contrast rule can not be switched off without being noticed', () => {
    assertNoticed({
      file: 'src/core/qr-image/colour-contrast.ts',
      from: 'contrastMin = 100',
      to: 'contrastMin = -1000',
      test: 'test/images.test.ts',
      pattern: '^known bad, refused',
    });
  });

  const drawn = async () => {
    const made = await drawDesign(link, {});
    assert.ok(made.ok);
    return made.value;
  };
  /** The same image with a white square of this many modules in the middle. */
  const withHole = async (modules: number) => {
    const { style, image } = await drawn();
    const { modulePx, symbolX, symbolY, widthPx, heightPx } = image.layout;
    const from = Math.round(((image.matrix.size - modules) / 2) * modulePx);
    const hole = `<path fill="#ffffff" d="M${symbolX + from} ${symbolY + from}h${modules * modulePx}v${modules * modulePx}h${-modules * modulePx}z"/>`;
    const raster = await rasteriseSvg(image.svg.replace('</svg>', `${hole}</svg>`));
    assert.deepEqual([raster.width, raster.height], [widthPx, heightPx]);
    const png = writePng(raster, 300);
    assert.ok(png);
    return { style, image, raster, png };
  };

  test('a finished file that can not be read is refused, whatever was drawn', async () => {
    const { style, image, raster } = await withHole(0);
    const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const verdict = await judgeImage(link, style, image, raster, blank, 'quick');
    assert.match(verdict.ok ? '' : verdict.message, /could not read the finished image/);
    const other = await renderImage(`${link}X`, {});
    assert.ok(other.ok);
    const wrong = await judgeImage(link, style, image, raster, other.value.png, 'quick');
    assert.match(wrong.ok ? '' : wrong.message, /could not read the finished image/);
  });

  test('a code that can still be read, but has no error correction left over, is refused', async () => {
    let refusals = 0;
    for (let modules = 0; modules <= 13; modules++) {
      const { style, image, raster, png } = await withHole(modules);
      if ((await readQrCode(png)) !== link) continue;
      const verdict = await judgeImage(link, style, image, raster, png, 'quick');
      if (modules <= 1) assert.ok(verdict.ok, `${modules} modules`);
      if (verdict.ok) continue;
      assert.match(verdict.message, /Too much of the code is covered/);
      refusals += 1;
    }
    assert.ok(refusals > 0, 'no hole was both readable and too large');
  });

  test('neither of these two checks can be switched off without being noticed', () => {
    const test = 'test/images.test.ts';
    const file = 'src/features/rendering/judge-image.ts';
    assertNoticed({
      file,
      from: '!== text)',
      to: '=== null && false)',
      test,
      pattern: '^a finished file that can not be read',
    });
    assertNoticed({
      file,
      from: 'unused < unusedMin',
      to: 'unused < -9',
      test,
      pattern: '^a code that can still be read',
    });
  });

  test('a frame keeps the quiet zone free, for every version and width of the zone', async () => {
    const sizes = [
      [link, 1],
      ['X'.repeat(500), 1],
      ['X'.repeat(1_200), 2],
      ['X'.repeat(2_500), 4],
    ] as const;
    for (const [index, border] of borderStyles.filter((name) => name !== 'none').entries()) {
      for (const [text, quietZone] of proofScale >= 1 ? sizes : [sizes[index % 4] ?? sizes[0]]) {
        const rendered = await renderImage(
          text,
          { border_style: border, quiet_zone: quietZone, width: 1600 },
          'quick',
        );
        assert.ok(rendered.ok, `${border} around ${text.length}: ${rendered.ok ? '' : rendered.message}`);
      }
    }
  });

  test('a logo that would keep a rasterizer busy for minutes is refused at once', () => {
    const shapes = ['a1e6 1e6 0 1 1 9 1', 'a900 900 0 1 1 9 1 ', 'l3 7 ', 't9 2 '];
    for (const shape of shapes) {
      const parsed = parseRenderStyle({ logo: logo(0.15, `M0 0${shape.repeat(2_000)}`) });
      assert.ok(!parsed.ok, shape);
    }
  });

  test('remaining error correction matches the readers: with some left an image is read, without it isn’t', async () => {
    const random = seededRandom(7);
    const pick = (count: number) => Math.floor(random() * count);
    let [readable, unreadable] = [0, 0];
    for (let round = 0; round < scaled(1_000, 120); round++) {
      const text = 'HTTPS://EXAMPLE.COM/'.padEnd(20 + pick(600), 'QR-8KX2MP4');
      const matrix = makeQrMatrix(text, errorLevels[pick(4)] ?? 'M');
      assert.ok(matrix);
      const flipped = new Set<string>();
      const inner = matrix.size - 18;
      const damage = pick(Math.ceil(inner * inner * 0.1));
      for (let spot = 0; spot < damage; spot++) flipped.add(`${9 + pick(inner)},${9 + pick(inner)}`);
      const seen = (x: number, y: number) => matrix.isDark(x, y) !== flipped.has(`${x},${y}`);
      const unused = unusedCorrection(matrix, seen);
      const isRead = (await readGrayQrCode(paint(matrix.size, seen))) === text;
      assert.equal(isRead, unused >= 0, `version ${matrix.version}-${matrix.level}, unused ${unused}`);
      if (isRead) readable += 1;
      else unreadable += 1;
    }
    assert.ok(readable > 20 && unreadable > 20, `${readable} read, ${unreadable} not`);
  });
});

/** Four pixels per module, a quiet zone of four. */
function paint(size: number, isDark: (x: number, y: number) => boolean) {
  const side = (size + 8) * 4;
  const data = new Uint8ClampedArray(side * side).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [mx, my] = [Math.floor(x / 4) - 4, Math.floor(y / 4) - 4];
      if (mx >= 0 && my >= 0 && mx < size && my < size && isDark(mx, my)) data[y * side + x] = 0;
    }
  }
  return { data, width: side, height: side };
}

test('the gallery shows current drawings', async () => {
  for (const [name, svg] of Object.entries(await makeGallery())) {
    assert.ok(readFileSync(`docs/gallery/${name}`, 'utf8') === svg, `${name} is stale: npm run gallery`);
  }
});
