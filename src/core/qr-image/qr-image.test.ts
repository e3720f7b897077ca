import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultStyle } from './default-style.ts';
import { dotStyles } from './dots.ts';
import { drawQrImage } from './draw-qr-image.ts';
import { eyeStyles } from './eyes.ts';
import { makeQrMatrix } from './qr-matrix.ts';
import { parseRenderStyle, type RenderStyle } from './render-style.ts';
import { alignmentCentres } from './symbol-parts.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';

function style(design: Record<string, unknown> = {}): RenderStyle {
  const parsed = parseRenderStyle(design);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  return parsed.value;
}

/** A caption as one block: what letters look like is the font's business. */
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

  test('error correction is raised as far as the symbol does not grow', () => {
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

  test('alignment patterns lie where the standard has them', () => {
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
  test('every dot and eye style gives only paths, one colour and one background, and the same bytes twice', () => {
    for (const dot of dotStyles) {
      for (const eye of eyeStyles) {
        const again = () => draw(link, style({ dot_style: dot, eye_style: eye }));
        const [first, second] = [again(), again()];
        assert.ok(first.ok && second.ok);
        assert.equal(first.value.svg, second.value.svg);
        const elements = [...first.value.svg.matchAll(/<(\w+)/g)].map(([, name]) => name);
        assert.deepEqual(new Set(elements), new Set(['svg', 'path', 'g']));
        assert.doesNotMatch(first.value.svg, /script|href|url\(|on\w+=|style=|NaN|undefined/);
      }
    }
  });

  test('merged outlines are a tenth of one rectangle a module', () => {
    const drawn = draw(link, style());
    assert.ok(drawn.ok);
    assert.ok(drawn.value.svg.length < 3_000, `${drawn.value.svg.length} bytes`);
  });

  test('modules have whole pixels, and the symbol is aligned as asked', () => {
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

  test('print units become pixels by the dpi', () => {
    const drawn = draw(link, style({ unit: 'mm', width: 50.8, height: 50.8, dpi: 600 }));
    assert.ok(drawn.ok);
    assert.equal(drawn.value.layout.widthPx, 1200);
  });
});

describe('designs that phones can not read are refused, each in its own words', () => {
  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['colours too close', { foreground_color: '#aaaaaa' }, /too close/],
    ['a light colour on white', { foreground_color: '#ffcc00' }, /too close/],
    ['inverted', { foreground_color: '#ffffff', background_color: '#000000' }, /inverted/],
    ['too small', { width: 128, height: 128, padding: 30 }, /too small/],
    ['too many pixels', { unit: 'in', width: 40, height: 40, dpi: 1200 }, /16\.8 million/],
  ];
  for (const [name, design, message] of refused) {
    test(name, () => {
      const drawn = draw(link, style(design));
      assert.ok(!drawn.ok);
      assert.match(drawn.message, message);
    });
  }

  test('what is merely unwise is drawn with a finding', () => {
    const findings = (design: Record<string, unknown>) => {
      const drawn = draw(link, style(design));
      assert.ok(drawn.ok);
      return drawn.value.findings;
    };
    assert.deepEqual(findings({}), []);
    assert.match(findings({ eye_style: 'circle' })[0] ?? '', /Round eyes/);
    assert.match(findings({ quiet_zone: 2 })[0] ?? '', /quiet zone/);
    assert.match(findings({ foreground_color: '#808080' })[0] ?? '', /colours are close/);
  });
});

describe('a design', () => {
  test('is the default where nothing is said', () => {
    assert.deepEqual(style({}), style(defaultStyle));
  });

  const wrong: [string, unknown][] = [
    ['format_ratio', '2:1'],
    ['width', 5],
    ['width', '1024'],
    ['height', 5000],
    ['unit', 'ell'],
    ['padding', -1],
    ['padding', 600],
    ['quiet_zone', 0],
    ['quiet_zone', 11],
    ['border_style', 'wavy'],
    ['dot_style', 'hearts'],
    ['eye_style', 'eye'],
    ['foreground_color', 'red'],
    ['background_color', '#fff'],
    ['bg_transparent', 'no'],
    ['error_correction', 'X'],
    ['dpi', 10],
    ['export_png', 1],
    ['output_alignment', 'middle'],
    ['caption', 'without a frame that has a place for it'],
    ['eye_color', 'blue'],
    ['frame_color', 7],
    ['gradient', { from: '#000000' }],
    ['gradient', { from: '#000000', to: '#111111', angle: 400 }],
    ['logo', { paths: [] }],
    ['logo', { view_box: [0, 0, 1, 1], paths: [{ d: 'M0 0"/><script>', fill: '#000000' }] }],
    ['logo', { view_box: [0, 0, 1, 1], paths: [{ d: 'M0 0h1v1z', fill: 'url(#a)' }] }],
  ];
  for (const [key, value] of wrong) {
    test(`${key} = ${JSON.stringify(value)} is refused by name`, () => {
      const parsed = parseRenderStyle({ [key]: value });
      assert.ok(!parsed.ok);
      assert.ok(parsed.message.startsWith(key), parsed.message);
    });
  }
});
