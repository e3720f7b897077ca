import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type LabelSheet, type LabelSheetId, labelSheetIds, labelSheets } from '#core/print/label-sheets.ts';
import { drawLabelSheet } from '#features/rendering/draw-label-sheet.ts';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { PrintShop } from './printers.ts';

const dpi = 300;
const px = (mm: number) => Math.round((mm / 25.4) * dpi);
const shop = new PrintShop();
after(() => shop.close());

const linkOf = (index: number) => `HTTPS://GO.EXAMPLE.COM/QR-${String(index).padStart(12, '0')}`;

async function sheetOf(sheet: LabelSheetId, count: number, skip = 0): Promise<Buffer> {
  const codes = Array.from({ length: count }, (_, index) => ({
    text: linkOf(index),
    design: index % 3 === 1 ? { dot_style: 'dots', border_style: 'caption' } : {},
    name:
      index % 4 === 3
        ? null
        : (['Table 1', 'Ωμέγα', '日本語', 'A name that is much too long for any label'][index % 4] ?? ''),
  }));
  const drawn = await drawLabelSheet({ sheet, skip, codes });
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.message);
  return Buffer.from(drawn.value);
}

/** What a label shows, cut along its edges. */
function cut(
  page: Buffer,
  { left, top, stepX, stepY, label, columns }: LabelSheet,
  cell: number,
): Promise<Buffer> {
  const region = {
    left: px(left + (cell % columns) * stepX),
    top: px(top + Math.floor(cell / columns) * stepY),
    width: px(label.width) - 2,
    height: px(label.height) - 2,
  };
  return sharp(page).extract(region).png().toBuffer();
}

describe('every label shows its own code, and nothing of its neighbors', () => {
  for (const id of labelSheetIds) {
    const sheet: LabelSheet = labelSheets[id];
    const cells = sheet.columns * sheet.rows;
    if (sheet.isTent === true) continue;
    test(sheet.name, async () => {
      const skip = 2;
      const pdf = await sheetOf(id, cells - skip + 1, skip);
      shop.check(pdf);
      assert.match(shop.info(pdf), /^Pages: +2$/m, 'one label more than fits is on a second page');
      const page = shop.raster(pdf, dpi);
      const { width, height } = await sharp(page).metadata();
      assert.ok(Math.abs(width - px(sheet.page.width)) <= 1 && Math.abs(height - px(sheet.page.height)) <= 1);
      for (let cell = 0; cell < cells; cell++) {
        const text = await readQrCode(await cut(page, sheet, cell));
        assert.equal(text, cell < skip ? null : linkOf(cell - skip), `label ${cell}`);
      }
    });
  }

  test('sheets that are sold fit on their page, and their labels do not overlap', () => {
    for (const id of labelSheetIds) {
      const { page, columns, rows, label, left, top, stepX, stepY }: LabelSheet = labelSheets[id];
      assert.ok(stepX >= label.width - 1e-9 && stepY >= label.height - 1e-9, id);
      assert.ok(left + (columns - 1) * stepX + label.width <= page.width + 0.01, id);
      assert.ok(top + (rows - 1) * stepY + label.height <= page.height + 0.01, id);
    }
  });
});

test('a table tent has the code on both sides, and both are upright when it is folded', async () => {
  const pdf = await sheetOf('tent-a4', 2);
  assert.match(shop.info(pdf), /^Pages: +2$/m);
  const page = shop.raster(pdf, dpi);
  const options: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 3 };
  const found = await readBarcodes(new Uint8Array(page), options);
  assert.deepEqual(
    found.map(({ text }) => text),
    [linkOf(0), linkOf(0)],
  );
  // Seen from outside: the upper half stands on its head.
  assert.deepEqual(
    found
      .toSorted((a, b) => a.position.topLeft.y - b.position.topLeft.y)
      .map(({ orientation }) => Math.abs(orientation) > 170),
    [true, false],
  );
});
