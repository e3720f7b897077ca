import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeStyles } from '#core/qr-image/eyes.ts';
import { errorLevels } from '#core/qr-image/qr-matrix.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { renderImage } from '#features/rendering/render-image.ts';
import { proofScale, scaled } from './support/proof-scale.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const payloads = scaled(3_000, 60);

/** From digits to joined emoji, short and long, so that every mode and version comes up. */
function payload(index: number): string {
  const alphabets = [
    '0123456789',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:',
    'abcdefghijklmnopqrstuvwxyzABC0123456789-._~:/?#[]@!$&()*+,;=%',
    'äöüßéèñçøåÆŒ€',
    '日本語漢字かなカナ中文字符',
    'Привет мир Ωδ',
    '😀🎉👩‍👩‍👧‍👦🏳️‍🌈',
  ];
  const letters = Array.from(alphabets[index % alphabets.length] ?? '');
  const lengthMax = [1_500, 900, 600, 280, 190, 280, 90][index % 7] ?? 50;
  const length = 1 + ((index * 7_919) % lengthMax);
  return (
    Array.from({ length }, (_, at) => letters[(at * 31 + index * 17) % letters.length])
      .join('')
      .trim() || '0'
  );
}

describe('images', () => {
  test(`${payloads} payloads of every mode, level and many versions decode to the exact text, from SVG and PNG`, async (t) => {
    const versions = new Set<number>();
    for (let index = 0; index < payloads; index++) {
      const text = payload(index);
      const rendered = await renderImage(text, {
        error_correction: errorLevels[index % 4],
        width: 1024,
        height: 1024,
      });
      assert.ok(rendered.ok, rendered.ok ? '' : `${rendered.message}: ${text.slice(0, 40)}`);
      versions.add(rendered.value.version);
      const fromSvg = await sharp(Buffer.from(rendered.value.svg)).png().toBuffer();
      assert.equal(await readQrCode(fromSvg), text);
      assert.equal(await readQrCode(rendered.value.png), text);
    }
    t.diagnostic(`versions ${Math.min(...versions)} to ${Math.max(...versions)}, ${versions.size} of them`);
  });

  test('every dot and eye style at every level decodes from the delivered PNG', async () => {
    const combinations = dotStyles.flatMap((dot) =>
      eyeStyles.flatMap((eye) => errorLevels.map((level) => ({ dot, eye, level }))),
    );
    const chosen = proofScale >= 1 ? combinations : combinations.filter((_, index) => index % 2 === 0);
    for (const { dot, eye, level } of chosen) {
      const rendered = await renderImage(link, {
        dot_style: dot,
        eye_style: eye,
        error_correction: level,
        width: 512,
        height: 512,
      });
      assert.ok(rendered.ok, `${dot} ${eye} ${level}`);
      assert.equal(await readQrCode(rendered.value.png), link, `${dot} ${eye} ${level}`);
    }
  });

  test('the PNG is small, indexed, and has its resolution written', async () => {
    const rendered = await renderImage(link, { dpi: 600 });
    assert.ok(rendered.ok);
    const { png } = rendered.value;
    assert.ok(png.length < 2_000, `${png.length} bytes`);
    const facts = await sharp(png).metadata();
    assert.equal(facts.width, 1024);
    // Of the header: one bit a pixel, colours by index.
    assert.deepEqual([png[24], png[25]], [1, 3]);
    assert.equal(facts.density, 600);
  });

  test('the PNG shows exactly the pixels of the SVG', async () => {
    for (const metadata of [
      {},
      { dot_style: 'dots' },
      { bg_transparent: true },
      { foreground_color: '#123456', border_style: 'rounded' },
    ]) {
      const rendered = await renderImage(link, { ...metadata, width: 300, height: 300 });
      assert.ok(rendered.ok);
      const pixels = (input: Buffer) => sharp(input).ensureAlpha().raw().toBuffer();
      assert.deepEqual(await pixels(rendered.value.png), await pixels(Buffer.from(rendered.value.svg)));
    }
  });

  test('same input, same bytes', async () => {
    const draw = async () => {
      const rendered = await renderImage(link, { dot_style: 'fluid', eye_style: 'leaf' });
      assert.ok(rendered.ok);
      return rendered.value;
    };
    const [first, second] = [await draw(), await draw()];
    assert.equal(first.svg, second.svg);
    assert.deepEqual(first.png, second.png);
  });
});
