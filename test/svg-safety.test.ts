import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { dotStyles } from '#core/qr-image/dots.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frame.ts';
import { errorLevels } from '#core/qr-image/qr-matrix.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { outlineCaption } from '#features/rendering/outline-caption.ts';
import { scaled } from './support/measure/proof-scale.ts';

const designs = scaled(10_000, 400);

const elements = new Set(['svg', 'g', 'path', 'defs', 'linearGradient', 'radialGradient', 'stop']);
const attributes = new Set(
  'xmlns width height viewBox x y fill fill-rule d transform stroke stroke-width stroke-linecap id gradientUnits x1 y1 x2 y2 cx cy r offset stop-color'.split(
    ' ',
  ),
);
const hostile = [
  '"/><script>alert(1)</script>',
  '</svg><img src=x onerror=alert(1)>',
  '&lt;script&gt;',
  ']]><x>',
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;',
  "' onload='alert(1)",
  'url(https://evil.example/a)',
  'javascript:alert(1)',
  '#000000" onload="alert(1)',
  'M0 0"/><use href="#a"/>',
];
/** Mostly valid values: otherwise no design would be drawn. */
const mostly = <Good, Bad>(good: fc.Arbitrary<Good>, bad: fc.Arbitrary<Bad>) =>
  fc.oneof({ weight: 24, arbitrary: good }, { weight: 1, arbitrary: bad });
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 40 }));
const dark = fc.integer({ min: 0, max: 0x5f }).map((n) => `#${n.toString(16).padStart(2, '0').repeat(3)}`);
const colour = mostly(dark, text);
const design = fc.record(
  {
    border_style: fc.constantFrom(
      'caption' as const,
      'caption-top' as const,
      'bubble' as const,
      ...borderStyles,
    ),
    dot_style: fc.constantFrom(...dotStyles),
    eye_style: fc.constantFrom(...eyeStyles),
    error_correction: fc.constantFrom(...errorLevels),
    caption: fc.oneof(fc.constantFrom(...hostile.map((word) => word.slice(0, 40))), text),
    foreground_color: colour,
    eye_color: colour,
    frame_color: colour,
    bg_transparent: fc.boolean(),
    quiet_zone: mostly(fc.integer({ min: 1, max: 10 }), fc.double()),
    gradient: mostly(
      fc.record({
        type: mostly(fc.constantFrom('linear', 'radial'), text),
        from: colour,
        to: colour,
        angle: mostly(fc.double({ noNaN: true, min: 0, max: 360 }), fc.double()),
      }),
      text,
    ),
    logo: mostly(
      fc.record({
        view_box: mostly(fc.constant([0, 0, 10, 10]), fc.array(fc.oneof(fc.double(), text))),
        paths: fc.array(fc.record({ d: mostly(fc.constant('M0 0h9v9z'), text), fill: colour }), {
          minLength: 1,
          maxLength: 3,
        }),
        share: mostly(fc.constant(0.12), fc.double()),
      }),
      text,
    ),
    output_alignment: mostly(fc.constant('center'), text),
  },
  { requiredKeys: [] },
);

type Node = Record<string, unknown>;

function visit(node: Node, check: (name: string, attributes: Record<string, string>) => void): void {
  for (const [name, children] of Object.entries(node)) {
    if (name === ':@') continue;
    check(name, (node[':@'] ?? {}) as Record<string, string>);
    if (Array.isArray(children)) for (const child of children) visit(child as Node, check);
  }
}

test(`${designs} generated designs with hostile texts: an XML parser finds only drawing elements, no script, handler or outside reference`, (t) => {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' });
  let drawn = 0;
  fc.assert(
    fc.property(design, (metadata) => {
      const style = parseRenderStyle(metadata as Record<string, unknown>);
      const image = style.ok
        ? drawQrImage('HTTPS://GO.EXAMPLE.COM/QR-1', style.value, outlineCaption)
        : style;
      if (!image.ok) return;
      drawn += 1;
      const { svg } = image.value;
      assert.equal(XMLValidator.validate(svg), true);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity|<!|&/);
      for (const root of parser.parse(svg) as Node[]) {
        visit(root, (name, found) => {
          assert.ok(elements.has(name), `<${name}>`);
          for (const [attribute, value] of Object.entries(found)) {
            assert.ok(attributes.has(attribute), `${attribute}=`);
            if (/url\(/.test(value)) assert.match(value, /^url\(#g[0-9a-f]+\)$/);
            if (attribute !== 'xmlns') assert.doesNotMatch(value, /:|\/\//);
          }
        });
      }
    }),
    { numRuns: designs * 4, seed: 20_261_115 },
  );
  t.diagnostic(`${drawn} of them were accepted and drawn`);
  assert.ok(drawn >= designs, `only ${drawn} drawn`);
});
