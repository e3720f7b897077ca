import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { dotStyles } from './dots.ts';
import { drawQrImage } from './draw-qr-image.ts';
import { eyeBallStyles, eyeStyles } from './eyes.ts';
import { borderStyles } from './frames/frame.ts';
import { alignments, parseRenderStyle, ratios } from './render-style.ts';

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const logo = {
  view_box: [0, 0, 10, 10],
  paths: [
    { d: 'M0 0h10v10h-10z', fill: '#003366' },
    { d: 'M 2 2\n h6v6z', fill: '#FF0000' },
  ],
};
const violet = { from: '#330066', to: '#000000' };

type Drawing = [name: string, design: Record<string, unknown>, text?: string];

/** Every part of a drawing at least once, with a readable name. */
const drawings: Drawing[] = [
  ...dotStyles.flatMap((dot) =>
    eyeStyles.map((eye): Drawing => [`dots ${dot}, eyes ${eye}`, { dot_style: dot, eye_style: eye }]),
  ),
  ...eyeBallStyles.map((ball): Drawing => [`eye balls ${ball}`, { eye_ball_style: ball }]),
  ['colored eye balls', { eye_style: 'soft', eye_ball_style: 'clover', eye_ball_color: '#660000' }],
  ['eyes in two colors', { eye_color: '#003366', eye_ball_color: '#660000' }],
  ...borderStyles.map((border): Drawing => [`border ${border}`, { border_style: border }]),
  ...borderStyles.map(
    (border): Drawing => [`border ${border}, narrow quiet zone`, { border_style: border, quiet_zone: 1 }],
  ),
  ...ratios.map((ratio): Drawing => [`ratio ${ratio}`, { format_ratio: ratio, width: 900, height: 700 }]),
  ...alignments.map(
    (alignment): Drawing => [
      `aligned ${alignment}`,
      { format_ratio: 'custom', width: 900, height: 1_300, padding: 33, output_alignment: alignment },
    ],
  ),
  ['millimetres', { unit: 'mm', width: 40 }],
  ['centimetres', { unit: 'cm', dpi: 600 }],
  ['inches', { unit: 'in', dpi: 150, padding: 0.1 }],
  ['transparent', { bg_transparent: true }],
  ['transparent with a caption', { bg_transparent: true, border_style: 'caption' }],
  ['light frame', { border_style: 'bubble', frame_color: '#ffee88' }],
  ['grey frame', { border_style: 'caption-top', frame_color: '#808080', caption: 'Menu' }],
  ['colours', { foreground_color: '#003366', background_color: '#FFF5EE', eye_color: '#660000' }],
  ['linear gradient', { gradient: { ...violet, angle: 30 } }],
  ['linear gradient, other quadrant', { gradient: { ...violet, angle: 200 } }],
  ['radial gradient', { gradient: { ...violet, type: 'radial' }, eye_color: '#000000' }],
  ['logo', { error_correction: 'H', logo }],
  ['small logo', { error_correction: 'H', logo: { ...logo, share: 0.03 } }],
  ['large logo', { error_correction: 'H', logo: { ...logo, share: 0.25 } }],
  ['logo off the origin', { error_correction: 'Q', logo: { ...logo, view_box: [-2, 3, 14, 9] } }],
  ['digits', {}, '0123456789012345'],
  ['lower case', { dot_style: 'fluid' }, 'https://go.example.com/menu?table=7'],
  ['letters beyond ASCII', { dot_style: 'classy' }, 'Grüße aus 東京'],
  ['version 7 and its alignment patterns', { dot_style: 'dots' }, link.repeat(4)],
  ['a long text', { dot_style: 'bars-horizontal', width: 2_000 }, link.repeat(12)],
];

function digest(design: Record<string, unknown>, text: string): string {
  const style = parseRenderStyle(design);
  assert.ok(style.ok, style.ok ? '' : style.message);
  const drawn = drawQrImage(text, style.value, (caption) => ({
    ok: true,
    value: { path: `M0 0H${caption.length * 600}V-700H0z`, width: caption.length * 600, capHeight: 700 },
  }));
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.message);
  const { svg, layout } = drawn.value;
  assert.doesNotMatch(svg, /<(?!\/|(?:svg|g|path|defs|stop|(?:linear|radial)Gradient)\b)/);
  assert.doesNotMatch(svg, /script|href|url\((?!#)|on\w+=|style=|NaN|undefined/);
  return createHash('sha256')
    .update(JSON.stringify([svg, layout]))
    .digest('hex')
    .slice(0, 16);
}

/** Other tests scan the images. These check that a printed image can be reproduced, and that it contains nothing executable. */
test(`${drawings.length} drawings have only paths and colours, and the same bytes as before (after a change: UPDATE_GENERATED=1)`, () => {
  const file = new URL('./drawings.test.json', import.meta.url);
  const drawn = Object.fromEntries(
    drawings.map(([name, design, text = link]) => [name, digest(design, text)]),
  );
  if (process.env['UPDATE_GENERATED'] === '1') writeFileSync(file, `${JSON.stringify(drawn, null, 2)}\n`);
  assert.deepEqual(drawn, JSON.parse(readFileSync(file, 'utf8')));
});
