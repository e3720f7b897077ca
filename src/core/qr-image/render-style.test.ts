import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultStyle } from './default-style.ts';
import { parseDesign } from './design-input.ts';
import { parseRenderStyle } from './render-style.ts';

const gradientShape =
  'gradient must be {"type": "linear" or "radial", "from": "#1a2b3c", "to": "#1a2b3c", "angle": 0 to 360}.';
const logoShape =
  'logo must be {"view_box": [x, y, width, height], "paths": [{"d": "M…", "fill": "#1a2b3c"}], "share": 0.15}.';
const square = { view_box: [0, 0, 1, 1], paths: [{ d: 'M0 0h1v1z', fill: '#000000' }] };
const dark = { from: '#000000', to: '#111111' };

function read(design: Record<string, unknown>) {
  const parsed = parseRenderStyle(design);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  return parsed.value;
}

describe('a design', () => {
  test('has a default for every key', () => {
    assert.deepEqual(parseRenderStyle({}), parseRenderStyle(defaultStyle));
    assert.deepEqual(read({}), {
      formatRatio: '1:1',
      width: 1024,
      height: 1024,
      unit: 'px',
      padding: 0,
      quietZone: 4,
      borderStyle: 'none',
      dotStyle: 'square',
      eyeStyle: 'square',
      foregroundColor: '#000000',
      backgroundColor: '#ffffff',
      bgTransparent: false,
      errorCorrection: 'M',
      dpi: 300,
      exportPng: true,
      outputAlignment: 'center',
      caption: null,
      eyeColor: null,
      eyeBallStyle: null,
      eyeBallColor: null,
      frameColor: '#000000',
      gradient: null,
      logo: null,
    });
  });

  test('has a default width in each unit', () => {
    for (const [unit, width] of [
      ['px', 1024],
      ['mm', 50],
      ['cm', 5],
      ['in', 2],
    ])
      assert.deepEqual([read({ unit }).width, read({ unit }).height], [width, width]);
  });

  test('has the height of its ratio, or a custom height', () => {
    assert.equal(read({ format_ratio: '16:9', width: 1600 }).height, 900);
    assert.equal(read({ format_ratio: '9:16', width: 900, height: 300 }).height, 1600);
    assert.equal(read({ format_ratio: 'custom', width: 900, height: 300 }).height, 300);
    assert.equal(read({ format_ratio: 'custom', width: 900 }).height, 900);
  });

  test('treats null like a missing key', () => {
    for (const key of ['caption', 'eye_color', 'frame_color', 'gradient', 'logo'])
      assert.deepEqual(read({ [key]: null }), read({}), key);
  });

  test('has colours in lower case, and a frame in the colour of the code', () => {
    const style = read({
      foreground_color: '#AABBCC',
      eye_color: '#00FF00',
      gradient: { ...dark, to: '#ABCDEF' },
    });
    assert.equal(style.foregroundColor, '#aabbcc');
    assert.equal(style.frameColor, '#aabbcc');
    assert.equal(style.eyeColor, '#00ff00');
    assert.equal(read({ frame_color: '#123456' }).frameColor, '#123456');
    assert.deepEqual(style.gradient, { type: 'linear', from: '#000000', to: '#abcdef', angle: 0 });
  });

  test('has a caption where its frame has a place for one', () => {
    for (const border_style of ['caption', 'caption-top', 'bubble']) {
      assert.equal(read({ border_style }).caption, 'SCAN ME');
      assert.equal(read({ border_style, caption: '  Menu ' }).caption, 'Menu');
      assert.equal(read({ border_style, caption: '🍕'.repeat(40) }).caption, '🍕'.repeat(40));
    }
    assert.equal(read({ border_style: 'solid' }).caption, null);
  });

  test('has a logo with its paths on one line', () => {
    const paths = [{ d: ' M0  0\nh1v1z ', fill: '#00FF00' }];
    assert.deepEqual(read({ logo: { view_box: [-1, 0, 2, 3], paths } }).logo, {
      kind: 'shapes',
      viewBox: [-1, 0, 2, 3],
      paths: [{ d: 'M0 0 h1v1z', fill: '#00ff00' }],
      share: 0.15,
    });
    assert.equal(read({ logo: { ...square, share: 1 } }).logo?.share, 1);
  });

  test('accepts each number at its limits', () => {
    for (const [unit, min, max] of [
      ['px', 128, 4_096],
      ['mm', 10, 1_000],
      ['cm', 1, 100],
      ['in', 0.4, 40],
    ] as const) {
      assert.equal(read({ unit, width: min }).width, min);
      assert.equal(read({ unit, width: max }).width, max);
    }
    assert.equal(read({ width: 400, height: 400, padding: 100 }).padding, 100);
    for (const quiet_zone of [1, 10]) assert.equal(read({ quiet_zone }).quietZone, quiet_zone);
    for (const dpi of [72, 1_200]) assert.equal(read({ dpi }).dpi, dpi);
    for (const angle of [0, 360]) assert.equal(read({ gradient: { ...dark, angle } }).gradient?.angle, angle);
  });
});

describe('an invalid design is refused with the name of the key', () => {
  const wrong: [design: Record<string, unknown>, message: string][] = [
    [{ format_ratio: '2:1' }, 'format_ratio must be one of 1:1, 4:5, 5:4, 3:4, 4:3, 9:16, 16:9, custom.'],
    [{ width: 5 }, 'width must be a number from 128 to 4096.'],
    [{ width: 4_097 }, 'width must be a number from 128 to 4096.'],
    [{ width: '1024' }, 'width must be a number from 128 to 4096.'],
    [{ unit: 'mm', width: 9 }, 'width must be a number from 10 to 1000.'],
    [{ unit: 'cm', width: 101 }, 'width must be a number from 1 to 100.'],
    [{ unit: 'in', width: 41 }, 'width must be a number from 0.4 to 40.'],
    [{ height: 5_000 }, 'height must be a number from 128 to 4096.'],
    [
      { format_ratio: '9:16', width: 4_000 },
      'width results in a height of 7111.1 px. The height must be from 128 to 4096.',
    ],
    [
      { format_ratio: '16:9', width: 130 },
      'width results in a height of 73.1 px. The height must be from 128 to 4096.',
    ],
    [{ unit: 'ell' }, 'unit must be one of px, mm, cm, in.'],
    [{ padding: -1 }, 'padding must be a number from 0 to 256.'],
    [{ padding: 257 }, 'padding must be a number from 0 to 256.'],
    [{ format_ratio: '16:9', width: 1600, padding: 226 }, 'padding must be a number from 0 to 225.'],
    [{ quiet_zone: 0 }, 'quiet_zone must be a number from 1 to 10.'],
    [{ quiet_zone: 11 }, 'quiet_zone must be a number from 1 to 10.'],
    [
      { border_style: 'wavy' },
      'border_style must be one of none, solid, rounded, brackets, double, dotted, caption, caption-top, bubble, bubble-top, pill, pill-top, text, text-top, ribbon, ribbon-top, brackets-caption, ticket, receipt, tag, phone, polaroid, bag, stamp.',
    ],
    [
      { dot_style: 'hearts' },
      'dot_style must be one of square, rounded, extra-rounded, fluid, classy, dots, diamond, bars-vertical, bars-horizontal.',
    ],
    [
      { eye_style: 'eye' },
      'eye_style must be one of square, soft, rounded, circle, leaf, teardrop, petal, octagon, notched.',
    ],
    [
      { eye_ball_style: 'star' },
      'eye_ball_style must be one of square, soft, rounded, circle, leaf, teardrop, octagon, notched, clover.',
    ],
    [{ foreground_color: 'red' }, 'foreground_color must be a color such as #1a2b3c.'],
    [{ background_color: '#fff' }, 'background_color must be a color such as #1a2b3c.'],
    [{ background_color: '#fffffff' }, 'background_color must be a color such as #1a2b3c.'],
    [{ background_color: 'x#ffffff' }, 'background_color must be a color such as #1a2b3c.'],
    [{ bg_transparent: 'no' }, 'bg_transparent must be true or false.'],
    [{ error_correction: 'X' }, 'error_correction must be one of L, M, Q, H.'],
    [{ dpi: 71 }, 'dpi must be a number from 72 to 1200.'],
    [{ dpi: 1_201 }, 'dpi must be a number from 72 to 1200.'],
    [{ export_png: 1 }, 'export_png must be true or false.'],
    [
      { output_alignment: 'middle' },
      'output_alignment must be one of center, top, right, bottom, left, top-left, top-right, bottom-right, bottom-left.',
    ],
    [{ caption: 'no place' }, 'caption needs a border_style with words, such as caption.'],
    [{ border_style: 'bubble', caption: ' ' }, 'caption must be text of 1 to 40 characters.'],
    [{ border_style: 'bubble', caption: 7 }, 'caption must be text of 1 to 40 characters.'],
    [{ border_style: 'bubble', caption: 'x'.repeat(41) }, 'caption must be text of 1 to 40 characters.'],
    [{ eye_color: 'blue' }, 'eye_color must be a color such as #1a2b3c.'],
    [{ frame_color: 7 }, 'frame_color must be a color such as #1a2b3c.'],
    ...[
      'linear',
      { to: '#000000' },
      { from: '#000000' },
      { ...dark, type: 'conic' },
      { ...dark, angle: 400 },
      { ...dark, angle: -1 },
      { ...dark, angle: '90' },
    ].map((gradient): [{ gradient: unknown }, string] => [{ gradient }, gradientShape]),
    [
      { logo: 'M0 0h1v1z' },
      'logo must have exactly one of image (a data URI), svg, and paths with a view_box. The style guide shows examples.',
    ],
    ...[
      { ...square, view_box: undefined },
      { ...square, view_box: [0, 0, 1] },
      { ...square, view_box: [0, 0, 1, 1, 1] },
      { ...square, view_box: [0, 0, 1, '1'] },
      { ...square, view_box: [0, 0, 0, 1] },
      { ...square, view_box: [0, 0, 1, 0] },
      { ...square, view_box: [0, 0, 100_001, 1] },
      { ...square, view_box: [0, 0, 1, 100_001] },
      { ...square, share: 0 },
      { ...square, share: 1.1 },
      { ...square, share: '0.2' },
      { ...square, paths: [] },
      { ...square, paths: 'M0 0h1v1z' },
      { ...square, paths: ['M0 0h1v1z'] },
      { ...square, paths: [{ fill: '#000000' }] },
    ].map((logo): [{ logo: unknown }, string] => [{ logo }, logoShape]),
    [
      { logo: { ...square, paths: Array(33).fill(square.paths[0]) } },
      'logo must have at most 32 paths. Merge some of them.',
    ],
    [
      { logo: { ...square, paths: [{ d: `M${' '.repeat(16_384)}`, fill: '#000000' }] } },
      'logo is too detailed. Its paths must have at most 16384 characters in total.',
    ],
    [
      { logo: { ...square, paths: [{ d: `M0 0${'h1'.repeat(1_999)}`, fill: '#000000' }] } },
      'logo is too detailed. Its paths must have at most 2000 numbers in total.',
    ],
    [
      { logo: { ...square, paths: [{ d: 'M0 0"/><script>', fill: '#000000' }] } },
      "logo has a path that isn't valid SVG path data.",
    ],
    [
      { logo: { ...square, paths: [{ d: 'h1v1z', fill: '#000000' }] } },
      "logo has a path that isn't valid SVG path data.",
    ],
    [
      { logo: { ...square, paths: [{ d: 'M0 0h1v1z', fill: 'url(#a)' }] } },
      'logo needs a fill such as #1a2b3c for each path.',
    ],
    [
      { logo: { ...square, paths: [{ d: 'M0 0h21z', fill: '#000000' }] } },
      'logo extends too far beyond its view_box.',
    ],
    [
      { logo: { ...square, paths: [{ d: 'M0 0v-20.5z', fill: '#000000' }] } },
      'logo extends too far beyond its view_box.',
    ],
  ];
  for (const [design, message] of wrong) {
    test(`${JSON.stringify(design).slice(0, 80)}: ${message.slice(0, 60)}`, () => {
      assert.partialDeepStrictEqual(parseRenderStyle(design), { ok: false, message });
    });
  }

  test('a logo at its limits is accepted', () => {
    const at = (logo: unknown) => parseRenderStyle({ logo }).ok;
    assert.ok(at({ ...square, view_box: [0, 0, 1e5, 1e5] }));
    assert.ok(at({ ...square, paths: Array(32).fill(square.paths[0]) }));
    assert.ok(at({ ...square, paths: [{ d: `M0 0${' '.repeat(16_380)}`, fill: '#000000' }] }));
    assert.ok(at({ ...square, paths: [{ d: `M0 0${'h1'.repeat(1_998)}`, fill: '#000000' }] }));
    assert.ok(at({ ...square, paths: [{ d: 'M0 0h20z', fill: '#000000' }] }));
    assert.ok(at({ ...square, view_box: [-1, 1, 1, 1], paths: [{ d: 'M0 0h-40z', fill: '#000000' }] }));
  });
});

describe('a design to be stored', () => {
  test('is null for the default, and has no key without a value', () => {
    assert.deepEqual(parseDesign(null), { ok: true, value: null });
    assert.deepEqual(parseDesign({}), { ok: true, value: null });
    assert.deepEqual(parseDesign({ caption: null, logo: undefined }), { ok: true, value: null });
    assert.deepEqual(parseDesign({ dot_style: 'dots', logo: null }), {
      ok: true,
      value: { dot_style: 'dots' },
    });
  });

  test('is refused with an unknown key, or if phones could not read it', () => {
    assert.partialDeepStrictEqual(parseDesign('dots'), {
      ok: false,
      message: 'design must be an object or null.',
    });
    assert.partialDeepStrictEqual(parseDesign({ colour: '#000000' }), {
      ok: false,
      message: 'A design has no field design.colour.',
    });
    assert.match((parseDesign({ dpi: 1 }) as { message: string }).message, /^dpi must be/);
    assert.match(
      (parseDesign({ foreground_color: '#ffffff' }) as { message: string }).message,
      /too similar/,
    );
  });
});
