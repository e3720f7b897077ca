import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawQrImage } from './draw-qr-image.ts';
import { makeQrMatrix } from './qr-matrix.ts';
import { parseRenderStyle, type RenderStyle } from './render-style.ts';
import { alignmentCentres } from './symbol-parts.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';

function style(design: Record<string, unknown> = {}): RenderStyle {
  const parsed = parseRenderStyle(design);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  return parsed.value;
}

/** A caption as one block: its letters depend on the font. */
function draw(text: string, design: RenderStyle) {
  return drawQrImage(text, design, () => ({
    ok: true,
    value: { path: 'M0 0H4000V-700H0z', width: 4_000, capHeight: 700 },
  }));
}

describe('the matrix', () => {
  test('a link in upper case makes a smaller symbol than in lower case', () => {
    assert.equal(makeQrMatrix(link, 'M')?.version, 2);
    assert.equal(makeQrMatrix(link.toLowerCase(), 'M')?.version, 3);
  });

  test('error correction is raised as long as the symbol doesn’t grow', () => {
    const short = makeQrMatrix('HTTPS://A.DE/QR-1', 'L');
    assert.ok(short);
    assert.equal(short.version, 1);
    assert.notEqual(short.level, 'L');
    for (const level of ['L', 'M', 'Q', 'H'] as const) {
      const matrix = makeQrMatrix(link, level);
      assert.ok(matrix);
      assert.ok('LMQH'.indexOf(matrix.level) >= 'LMQH'.indexOf(level));
    }
  });

  test('alignment patterns are where the standard says', () => {
    const centres = (version: number) => {
      const size = version * 4 + 17;
      const matrix = { size, version, level: 'M' as const, isDark: () => false };
      return [...new Set(alignmentCentres(matrix).map(({ x }) => x))].sort((a, b) => a - b);
    };
    assert.deepEqual(centres(1), []);
    assert.deepEqual(centres(2), [18]);
    assert.deepEqual(centres(7), [6, 22, 38]);
    assert.deepEqual(centres(32), [6, 34, 60, 86, 112, 138]);
    assert.deepEqual(centres(40), [6, 30, 58, 86, 114, 142, 170]);
  });
});

describe('the drawing', () => {
  test('merged outlines have a tenth of the size of one rectangle per module', () => {
    const drawn = draw(link, style());
    assert.ok(drawn.ok);
    assert.ok(drawn.value.svg.length < 3_000, `${drawn.value.svg.length} bytes`);
  });

  test('modules have whole pixels, and the symbol has the requested alignment', () => {
    const drawn = draw(
      link,
      style({ format_ratio: '16:9', width: 1600, output_alignment: 'bottom-right', padding: 10 }),
    );
    assert.ok(drawn.ok);
    const { layout } = drawn.value;
    assert.equal(layout.widthPx, 1600);
    assert.equal(layout.heightPx, 900);
    assert.ok(Number.isInteger(layout.modulePx));
    const zonePx = layout.zoneModules * layout.modulePx;
    assert.equal(layout.zoneX + zonePx, 1590);
    assert.equal(layout.zoneY + zonePx, 890);
  });

  test('print units become pixels with the dpi', () => {
    const drawn = draw(link, style({ unit: 'mm', width: 50.8, height: 50.8, dpi: 600 }));
    assert.ok(drawn.ok);
    assert.equal(drawn.value.layout.widthPx, 1200);
  });
});
