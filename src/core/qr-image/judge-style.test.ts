import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawQrImage } from './draw-qr-image.ts';
import { parseRenderStyle } from './render-style.ts';

function draw(design: Record<string, unknown>, text = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN') {
  const style = parseRenderStyle(design);
  assert.ok(style.ok, style.ok ? '' : style.message);
  return drawQrImage(text, style.value, (caption) =>
    caption === '☃'
      ? { ok: false, message: 'caption has a letter that no font has.' }
      : { ok: true, value: { path: 'M0 0z', width: 4_000, capHeight: 700 } },
  );
}

describe('designs that phones can not read are refused with the reason', () => {
  const tooClose =
    'The colours are too close: choose a darker foreground_color or a lighter background_color.';
  const square = { view_box: [0, 0, 1, 1], paths: [{ d: 'M0 0h1v1z', fill: '#000000' }] };
  const refused: [name: string, design: Record<string, unknown>, message: string, text?: string][] = [
    ['colours too close', { foreground_color: '#aaaaaa' }, tooClose],
    ['a light colour on white', { foreground_color: '#ffcc00' }, tooClose],
    ['a hundredth below the least contrast', { foreground_color: '#9c9c9c' }, tooClose],
    [
      'inverted',
      { foreground_color: '#ffffff', background_color: '#000000' },
      'The colours are inverted: the code must be darker than its background.',
    ],
    ['a little inverted', { foreground_color: '#606060', background_color: '#000000' }, tooClose],
    [
      'light on a transparent ground',
      { foreground_color: '#aaaaaa', background_color: '#000000', bg_transparent: true },
      'foreground_color is too light for a transparent code, which is read on white: choose a darker one.',
    ],
    [
      'light eyes',
      { eye_color: '#cccccc' },
      'The colours are too close: eye_color must be darker, or background_color lighter.',
    ],
    [
      'a gradient that begins light',
      { gradient: { from: '#cccccc', to: '#000000' } },
      "The colours are too close: the gradient's first colour must be darker, or background_color lighter.",
    ],
    [
      'a gradient that ends light',
      { gradient: { from: '#000000', to: '#cccccc' } },
      "The colours are too close: the gradient's last colour must be darker, or background_color lighter.",
    ],
    [
      'too small',
      { width: 128, height: 128, padding: 30 },
      'width is too small: each module would have 2.1 pixels, and it needs 3.',
    ],
    [
      'too many pixels',
      { unit: 'in', width: 40, height: 40, dpi: 1200 },
      'width and height give an image of more than 16.8 million pixels; lower them, or the dpi.',
    ],
    [
      'a logo without error correction to spare',
      { error_correction: 'L', logo: square },
      'A logo needs error_correction M, Q or H: at L a covered module is lost for good.',
      'A'.repeat(77),
    ],
    [
      'a logo that covers too much',
      { error_correction: 'H', logo: { ...square, share: 0.3 } },
      "The logo is too large: with error_correction H its share may be 0.25 of the code's width, and it is 0.3.",
    ],
    [
      'a caption without letters for it',
      { border_style: 'bubble', caption: '☃' },
      'caption has a letter that no font has.',
    ],
    [
      'a text that no symbol holds',
      {},
      'The text is longer than a QR code can hold; shorten it.',
      'x'.repeat(5_000),
    ],
  ];
  for (const [name, design, message, text] of refused) {
    test(name, () => {
      const drawn = draw(design, text);
      assert.deepEqual(drawn, { ok: false, message });
    });
  }
});

describe('designs that are harder to read are drawn, with a finding', () => {
  const close = 'The colours are close: in poor light some phones will not read the code.';
  const findings: [name: string, design: Record<string, unknown>, findings: string[]][] = [
    ['nothing to find', {}, []],
    ['the least contrast', { foreground_color: '#9b9b9b' }, [close]],
    ['just too little contrast for poor light', { foreground_color: '#787878' }, [close]],
    ['contrast enough', { foreground_color: '#777777' }, []],
    ['two close colours', { gradient: { from: '#808080', to: '#808081' } }, [close]],
    [
      'round eyes',
      { eye_style: 'circle' },
      ['Round eyes are not found by every reader when the code is tilted.'],
    ],
    [
      'a narrow quiet zone',
      { quiet_zone: 3.9 },
      ['The quiet zone is narrow: keep the code away from other print.'],
    ],
    [
      'a transparent ground, whatever the background would be',
      { bg_transparent: true, background_color: '#000000' },
      ['The background is transparent: the code was checked on white, so lay it on a light colour.'],
    ],
  ];
  for (const [name, design, expected] of findings) {
    test(name, () => {
      const drawn = draw(design);
      assert.ok(drawn.ok, drawn.ok ? '' : drawn.message);
      assert.deepEqual(drawn.value.findings, expected);
    });
  }

  test('the largest image and the smallest module are still rendered', () => {
    assert.ok(draw({ width: 4_096 }).ok);
    assert.ok(draw({ width: 128, height: 128, padding: 14 }).ok);
  });
});
