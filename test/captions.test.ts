import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { borderStyles, hasCaption } from '#core/qr-image/frames/frame.ts';
import { outlineCaption } from '#features/rendering/outline-caption.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { renderImage } from '#features/rendering/render-image.ts';
import { captions } from './support/data/captions.ts';
import { readWithZbar } from './support/measure/read-with-zbar.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const mixed = { 'right to left with a number': 'خصم 25% اليوم', 'two directions': 'תפריט Menu (2026)' };
const { resolve } = createRequire(import.meta.url);
const noto = [
  'sans-arabic sans-hebrew sans-devanagari sans-bengali sans-gujarati sans-gurmukhi sans-tamil sans-telugu sans-kannada',
  'sans-malayalam sans-sinhala sans-thai sans-lao sans-khmer sans-myanmar sans-ethiopic sans-georgian sans-armenian',
].flatMap((names) => names.split(' '));

describe('captions in every script', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;

  before(async () => {
    folder = mkdtempSync('/tmp/waypost-captions-');
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1_600, height: 300 } });
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** The same text in a browser with the same fonts: its width, and its ink. */
  async function inBrowser(text: string): Promise<{ width: number; ink: Buffer }> {
    const han = /[\u3040-\u30ff]/.test(text)
      ? 'sans-jp'
      : /[\uac00-\ud7af]/.test(text)
        ? 'sans-kr'
        : 'sans-sc';
    const fonts = [...noto, han, 'emoji'];
    const sheets = [
      resolve('@fontsource/inter/600.css'),
      ...fonts.map((name) => resolve(`@fontsource-variable/noto-${name}/wght.css`)),
    ];
    // As the sheets call them: Noto Sans Arabic Variable.
    const nameOf = (part: string) =>
      part.length === 2 ? part.toUpperCase() : `${part[0]?.toUpperCase()}${part.slice(1)}`;
    const families = fonts.map((name) => ['Noto', ...name.split('-').map(nameOf), 'Variable'].join(' '));
    const file = join(folder, 'caption.html');
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8">${sheets.map((sheet) => `<link rel="stylesheet" href="${pathToFileURL(sheet)}">`).join('')}<style>body{margin:0;background:#fff}span{position:absolute;left:50px;top:50px;white-space:pre;font:600 100px Inter,${families.map((family) => `'${family}'`).join(',')}}</style><span dir="auto">${text}</span>`,
    );
    await page.goto(String(pathToFileURL(file)));
    await page.evaluate(() => document.fonts.ready);
    const width = await page.locator('span').evaluate((span) => span.getBoundingClientRect().width);
    return { width: width * 10, ink: await inkOf(await page.screenshot()) };
  }

  async function outlined(text: string): Promise<{ width: number; ink: Buffer }> {
    const caption = await outlineCaption(text);
    assert.ok(caption.ok, caption.ok ? '' : caption.message);
    const { path, width } = caption.value;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400"><path fill="#fff" d="M0 0H1600V400H0z"/><path transform="translate(50 250) scale(.1)" d="${path}"/></svg>`;
    return { width, ink: await inkOf(await sharp(Buffer.from(svg)).png().toBuffer()) };
  }

  /** What is drawn, without the space around it, in one size. */
  async function inkOf(png: Buffer): Promise<Buffer> {
    const drawn = await sharp(png).flatten({ background: '#fff' }).trim({ threshold: 128 }).png().toBuffer();
    return sharp(drawn)
      .resize(400, 60, { fit: 'fill' })
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer();
  }

  function sameInk(a: Buffer, b: Buffer): number {
    let [both, either] = [0, 0];
    for (const [at, value] of a.entries()) {
      const [one, other] = [255 - value, 255 - (b[at] ?? 0)];
      both += Math.min(one, other);
      either += Math.max(one, other);
    }
    return both / either;
  }

  for (const [script, text] of Object.entries({ ...captions, ...mixed })) {
    test(`${script}: letters are joined and ordered as in a browser`, async (t) => {
      const [wanted, made] = [await inBrowser(text), await outlined(text)];
      const same = sameInk(wanted.ink, made.ink);
      t.diagnostic(
        `${text}: ${Math.round(made.width)} and ${Math.round(wanted.width)} wide, ${(same * 100).toFixed(0)}% of the ink in common`,
      );
      assert.ok(same > 0.8, `${same}`);
    });
  }

  test('a code with any of them is read by two readers', async () => {
    const frames = borderStyles.filter(hasCaption);
    for (const [index, [script, caption]] of Object.entries(captions).entries()) {
      const image = await renderImage(link, { border_style: frames[index % frames.length], caption });
      assert.ok(image.ok, image.ok ? '' : `${script}: ${image.message}`);
      assert.equal(image.value.findings.length, 0, script);
      assert.equal(await readQrCode(image.value.png), link, script);
      assert.deepEqual(readWithZbar([image.value.png]), [link], script);
    }
  });

  test('a letter that no font has is named', async () => {
    const image = await renderImage(link, { border_style: 'caption', caption: 'Scan 𓀀' });
    assert.ok(!image.ok);
    assert.equal(image.message, `caption contains "𓀀", which our fonts don't have. Use other letters.`);
  });
});
