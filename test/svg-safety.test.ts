import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { dotStyles } from '#core/qr-image/dots.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frames/frame.ts';
import { logoShapes } from '#core/qr-image/picture-logo.ts';
import { errorLevels } from '#core/qr-image/qr-matrix.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { outlinerOf } from '#features/rendering/outline-caption.ts';
import { scaled } from './support/measure/proof-scale.ts';

const designs = scaled(10_000, 400);

const elements = new Set(
  'svg g path defs linearGradient radialGradient stop clipPath image rect circle'.split(' '),
);
const attributes = new Set(
  'xmlns xmlns:xlink xlink:href preserveAspectRatio clip-path width height viewBox x y fill fill-rule d transform stroke stroke-width stroke-linecap id gradientUnits x1 y1 x2 y2 cx cy r offset stop-color'.split(
    ' ',
  ),
);
const namespaces = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']);
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
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const box = 'viewBox="0 0 9 9"';
/** Pictures that draw, and some that try to do more. */
const pictureLogo = fc
  .record({
    source: fc.oneof(
      mostly(
        fc.constant(`data:image/png;base64,${pixel}`),
        fc.constantFrom(
          'https://evil.example/a.png',
          `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}`,
          `data:image/png;base64,${pixel}"/><script>alert(1)</script>`,
          `data:text/html;base64,${pixel}`,
        ),
      ).map((image) => ({ image })),
      fc
        .oneof(
          fc.constantFrom(
            `<svg ${box} fill="#112233"><g transform="scale(2)"><rect x="1" y="1" width="3" height="3"/></g></svg>`,
            `<svg ${box}><defs><linearGradient id="a"><stop offset="0" stop-color="#000"/></linearGradient></defs><circle fill="url(#a)" cx="4" cy="4" r="3"/></svg>`,
          ),
          text.map((word) => `<svg ${box}><path fill="${word}" d="M0 0h9v9z"/></svg>`),
          text.map((word) => `<svg ${box}>${word}<path d="M0 0h9v9z"/></svg>`),
          fc.constantFrom(
            `<svg ${box}><script>alert(1)</script></svg>`,
            `<svg ${box}><image href="https://evil.example/a"/></svg>`,
            `<svg ${box} onload="alert(1)"><path d="M0 0h9"/></svg>`,
            `<svg ${box}><path fill="url(https://evil.example/a)" d="M0 0h9v9z"/></svg>`,
            `<svg ${box}><path fill="URL(other.svg#a)" d="M0 0h9v9z"/></svg>`,
            `<svg ${box}><path fill="var(--brand)" d="M0 0h9v9z"/></svg>`,
          ),
        )
        .map((svg) => ({ svg })),
    ),
    share: mostly(fc.double({ min: 0.04, max: 0.5, noNaN: true }), fc.double()),
    padding: mostly(fc.double({ min: 0, max: 3, noNaN: true }), fc.double()),
    shape: mostly(fc.constantFrom(...logoShapes), text),
    background: colour,
  })
  .map(({ source, ...look }) => ({ ...source, ...look }));
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
    eye_ball_style: mostly(fc.constantFrom(...eyeBallStyles), text),
    error_correction: fc.constantFrom(...errorLevels),
    caption: fc.oneof(fc.constantFrom(...hostile.map((word) => word.slice(0, 40))), text),
    foreground_color: colour,
    eye_color: colour,
    eye_ball_color: colour,
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
      fc.oneof(
        pictureLogo,
        fc.record({
          view_box: mostly(fc.constant([0, 0, 10, 10]), fc.array(fc.oneof(fc.double(), text))),
          paths: fc.array(fc.record({ d: mostly(fc.constant('M0 0h9v9z'), text), fill: colour }), {
            minLength: 1,
            maxLength: 3,
          }),
          share: mostly(fc.constant(0.12), fc.double()),
        }),
      ),
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

test(`${designs} generated designs with hostile texts: an XML parser finds only drawing elements, no script, handler or outside reference`, async (t) => {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' });
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(design, async (metadata) => {
      const style = parseRenderStyle(metadata as Record<string, unknown>);
      const image = style.ok
        ? drawQrImage('HTTPS://GO.EXAMPLE.COM/QR-1', style.value, await outlinerOf(style.value.caption))
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
            if (/url|var\(/i.test(value)) assert.match(value, /^url\(#[gl][0-9a-f]+(-[\w-]+)?\)$/);
            if (attribute === 'xlink:href')
              assert.match(value, /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/);
            else if (attribute.startsWith('xmlns')) assert.ok(namespaces.has(value), value);
            else assert.doesNotMatch(value, /:|\/\//);
          }
        });
      }
    }),
    { numRuns: designs * 4, seed: 20_261_115 },
  );
  t.diagnostic(`${drawn} of them were accepted and drawn`);
  assert.ok(drawn >= designs, `only ${drawn} drawn`);
});
