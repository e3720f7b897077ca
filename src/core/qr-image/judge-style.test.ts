import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refuse } from '../parsed.ts';
import { drawQrImage } from './draw-qr-image.ts';
import { parseRenderStyle } from './render-style.ts';

function draw(design: Record<string, unknown>, text = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN') {
  const style = parseRenderStyle(design);
  assert.ok(style.ok, style.ok ? '' : style.message);
  return drawQrImage(text, style.value, (caption) =>
    caption === '☃'
      ? refuse('caption has a letter that no font has.')
      : { ok: true, value: { path: 'M0 0z', width: 4_000, capHeight: 700 } },
  );
}

describe('designs that phones can not read are refused with the reason', () => {
  const tooClose =
    'The colors are too similar. Choose a darker foreground_color or a lighter background_color.';
  const square = { view_box: [0, 0, 1, 1], paths: [{ d: 'M0 0h1v1z', fill: '#000000' }] };
  const refused: [name: string, design: Record<string, unknown>, message: string, text?: string][] = [
    ['colours too close', { foreground_color: '#aaaaaa' }, tooClose],
    ['a light colour on white', { foreground_color: '#ffcc00' }, tooClose],
    ['a hundredth below the least contrast', { foreground_color: '#9c9c9c' }, tooClose],
    [
      'inverted',
      { foreground_color: '#ffffff', background_color: '#000000' },
      'The colors are inverted. The code must be darker than its background.',
    ],
    ['a little inverted', { foreground_color: '#606060', background_color: '#000000' }, tooClose],
    [
      'light on a transparent ground',
      { foreground_color: '#aaaaaa', background_color: '#000000', bg_transparent: true },
      'foreground_color is too light for a transparent code, which we test on white. Choose a darker color.',
    ],
    [
      'light eyes',
      { eye_color: '#cccccc' },
      'The colors are too similar. Make eye_color darker or background_color lighter.',
    ],
    [
      'a gradient that begins light',
      { gradient: { from: '#cccccc', to: '#000000' } },
      'The colors are too similar. Make the first color of the gradient darker or background_color lighter.',
    ],
    [
      'a gradient that ends light',
      { gradient: { from: '#000000', to: '#cccccc' } },
      'The colors are too similar. Make the last color of the gradient darker or background_color lighter.',
    ],
    [
      'too small',
      { width: 128, height: 128, padding: 30 },
      'width is too small: each module would have 2.1 pixels, but needs 3.',
    ],
    [
      'too many pixels',
      { unit: 'in', width: 40, height: 40, dpi: 1200 },
      'width and height result in more than 16.8 million pixels. Reduce them or the dpi.',
    ],
    [
      'a logo without error correction to spare',
      { error_correction: 'L', logo: square },
      "A logo needs error_correction M, Q or H. L can't restore the modules that it covers.",
      'A'.repeat(77),
    ],
    [
      'a logo that covers too much',
      { error_correction: 'H', logo: { ...square, share: 0.3 } },
      "The logo is too large. With error_correction H, its share must be at most 0.25 of the code's width; it is 0.3.",
    ],
    [
      'a caption without letters for it',
      { border_style: 'bubble', caption: '☃' },
      'caption has a letter that no font has.',
    ],
    ['a text that no symbol holds', {}, 'The text is too long for a QR code. Shorten it.', 'x'.repeat(5_000)],
  ];
  for (const [name, design, message, text] of refused) {
    test(name, () => {
      const drawn = draw(design, text);
      assert.partialDeepStrictEqual(drawn, { ok: false, message });
    });
  }
});

describe('designs that are harder to read are drawn, with a finding', () => {
  const close = "The colors are similar. Some phones can't read the code in poor light.";
  const findings: [name: string, design: Record<string, unknown>, findings: string[]][] = [
    ['nothing to find', {}, []],
    ['the least contrast', { foreground_color: '#9b9b9b' }, [close]],
    ['just too little contrast for poor light', { foreground_color: '#787878' }, [close]],
    ['contrast enough', { foreground_color: '#777777' }, []],
    ['two close colours', { gradient: { from: '#808080', to: '#808081' } }, [close]],
    ['round eyes', { eye_style: 'circle' }, ["Some readers don't find round eyes when the code is tilted."]],
    [
      'a narrow quiet zone',
      { quiet_zone: 3.9 },
      ['The quiet zone is narrow. Leave empty space around the printed code.'],
    ],
    [
      'a transparent ground, whatever the background would be',
      { bg_transparent: true, background_color: '#000000' },
      ['The background is transparent. We tested the code on white, so place it on a light color.'],
    ],
  ];
  for (const [name, design, expected] of findings) {
    test(name, () => {
      const drawn = draw(design);
      assert.ok(drawn.ok, drawn.ok ? '' : drawn.message);
      assert.deepEqual(
        drawn.value.findings.map(({ message }) => message),
        expected,
      );
    });
  }

  test('the largest image and the smallest module are still rendered', () => {
    assert.ok(draw({ width: 4_096 }).ok);
    assert.ok(draw({ width: 128, height: 128, padding: 14 }).ok);
  });
});
