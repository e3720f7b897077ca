import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { checkPhoto } from '#core/photo/check-photo.ts';
import { photoLimits } from '#core/photo/photo-limits.ts';
import { checkPhotoFile } from '#features/rendering/check-photo-file.ts';
import { drawDesign } from '#features/rendering/draw-design.ts';
import { rasteriseSvg } from '#features/rendering/rasterise-svg.ts';
import { readSymbols } from '#features/rendering/read-qr-code.ts';

const text = 'https://go.example.com/qr-8kx2mp4tz6wn';

async function print(design: Record<string, unknown> = {}): Promise<Sharp> {
  const drawn = await drawDesign(text, { padding: 0, ...design });
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.message);
  const { data, width, height } = await rasteriseSvg(drawn.value.image.svg);
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer();
  return sharp(png);
}

async function faultsIn(picture: Sharp): Promise<string[] | string | null> {
  const checked = await checkPhotoFile(await picture.jpeg({ quality: 90 }).toBuffer());
  assert.ok(checked.ok, checked.ok ? '' : checked.message);
  const [code] = checked.value.codes;
  return code === undefined ? checked.value.fault : code.faults;
}

describe('a photo of a print', () => {
  for (const width of [200, 400, 800, 1_600, 2_400])
    test(`that is sharp has no fault, and one out of focus is blurred: ${width} pixels wide`, async () => {
      const modulePx = width / 37;
      const sized = async () => (await print()).resize(width, width, { kernel: 'lanczos3' });
      assert.deepEqual(await faultsIn((await sized()).blur(0.3 + 0.1 * modulePx)), []);
      const soft = await (await sized()).blur(0.3 + 0.45 * modulePx).toBuffer();
      const found = await faultsIn(sharp(soft));
      assert.ok(found === 'blurred' || found?.includes('blurred'), String(found));
    });

  test('that is upside down by its own metadata, or written by a phone with harmless mistakes, is read', async () => {
    const turned = await (await print()).resize(500).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    assert.deepEqual(await faultsIn(sharp(turned).keepMetadata()), []);
    const jpeg = await (await print()).resize(500).jpeg().toBuffer();
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    // The end of the spectral selection, which readers ignore.
    jpeg[scan + 4 + 2 * (jpeg[scan + 4] ?? 0) + 2] = 0;
    const checked = await checkPhotoFile(jpeg);
    assert.ok(checked.ok && checked.value.codes[0]?.text === text);
  });

  test('whose code is light on dark, mirrored or without a free border says so', async () => {
    const plain = async () => (await print({ quiet_zone: 4 })).resize(600, 600);
    assert.deepEqual(await faultsIn((await plain()).negate({ alpha: false })), ['inverted']);
    assert.deepEqual(await faultsIn((await plain()).flop()), ['mirrored']);
    const png = await (await plain()).png().toBuffer();
    const inset = Math.round((600 * 3.5) / 37);
    const cut = sharp(png).extract({
      left: inset,
      top: inset,
      width: 600 - 2 * inset,
      height: 600 - 2 * inset,
    });
    const onDark = sharp(
      await cut.extend({ top: 90, bottom: 90, left: 90, right: 90, background: '#222222' }).png().toBuffer(),
    );
    assert.deepEqual(await faultsIn(onDark), ['quiet_zone']);
  });

  test('is answered within seconds, whatever its pattern', async () => {
    const side = 2_400;
    const tile = 40;
    const eye = (x: number, y: number) => {
      const [column, row] = [Math.floor((x % tile) / 4), Math.floor((y % tile) / 4)];
      if (column > 6 || row > 6) return 255;
      const ring = Math.max(Math.abs(column - 3), Math.abs(row - 3));
      return ring === 2 ? 255 : 20;
    };
    const data = Uint8ClampedArray.from({ length: side * side }, (_, at) =>
      eye(at % side, Math.floor(at / side)),
    );
    const startedMs = performance.now();
    const { codes } = await checkPhoto({ data, width: side, height: side }, readSymbols);
    assert.deepEqual(codes, []);
    assert.ok(performance.now() - startedMs < 15_000);
  });

  test('is measured against limits that the guide names', async () => {
    const { readFile } = await import('node:fs/promises');
    const guide = await readFile(new URL('../../docs/print.md', import.meta.url), 'utf8');
    const { contrastMin, edgeModulesMax, quietModulesMin, quietModulesFull, tiltDegreesMax } = photoLimits;
    for (const row of [
      `| Contrast | at least ${contrastMin * 100}% |`,
      `| Edges | at most ${edgeModulesMax} modules wide |`,
      `| Free border | at least ${quietModulesMin} of ${quietModulesFull} modules |`,
      `| Tilt | at most ${tiltDegreesMax}° |`,
      `| Size | at least ${photoLimits.modulePxMin} pixels per module |`,
      `| Error correction left | at least ${photoLimits.spareMin * 100}% |`,
    ])
      assert.ok(guide.includes(row), row);
  });
});
