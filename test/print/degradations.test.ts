import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawDesign } from '#features/rendering/draw-design.ts';
import { probeRaster, probeStyle } from '#features/rendering/probe-raster.ts';
import { probes } from '#features/rendering/probes.ts';
import { readGrayQrCode, readGrayQrCodeAgain } from '#features/rendering/read-qr-code.ts';
import { renderImage } from '#features/rendering/render-image.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { anyDesign } from './any-design.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const designs = scaled(500, 6);

test(`of ${designs} random designs, each that passes without a finding is read under all eight degradations`, async (t) => {
  const random = seededRandom(20_261_120);
  let passed = 0;
  const unread: string[] = [];
  for (let nth = 0; nth < designs; nth++) {
    const design = anyDesign(random);
    const rendered = await renderImage(link, design);
    if (!rendered.ok || rendered.value.findings.length > 0) continue;
    passed += 1;
    const drawn = await drawDesign(link, design);
    assert.ok(drawn.ok);
    const { style, image } = drawn.value;
    const raster = await probeRaster(link, probeStyle(style, image.matrix.size));
    for (const probe of probes) {
      const spoilt = await probe.spoil(raster);
      if ((await readGrayQrCode(spoilt)) !== link && readGrayQrCodeAgain(spoilt) !== link)
        unread.push(`${probe.name}: ${JSON.stringify(design)}`);
    }
  }
  t.diagnostic(`${passed} of ${designs} pass without a finding`);
  for (const line of unread) t.diagnostic(`not read ${line}`);
  assert.ok(passed > 0);
  assert.deepEqual(unread, []);
});
