import { Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import { type Parsed, refuse } from '#core/parsed.ts';
import type { OutlinedText, OutlineText } from '#core/qr-image/outlined-text.ts';
import { pathNumber } from '#core/qr-image/path-number.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import { type CaptionRun, captionRuns } from './caption-runs.ts';
import { latinFile, loadFont } from './load-font.ts';

const unitsPerEm = 1_000;
/** Frames have room for Latin letters: what is higher or deeper is moved, and gets smaller. In heights of a capital letter. */
const room = { above: 1.2, below: 0.35 };
const cachedCaptions = 1_000;
const cache = new BoundedMap<string, Parsed<OutlinedText>>(cachedCaptions);
const latin = await loadFont(latinFile());
const capHeight = (capitalHeight() * unitsPerEm) / latin.unitsPerEm;

function capitalHeight(): number {
  const height = latin.font.glyphExtents(latin.font.nominalGlyph(0x48) ?? 0)?.yBearing;
  if (height === undefined) throw new Error('the font of captions has no letter H');
  return height;
}

/** Text as shapes, in any script. HarfBuzz joins and places the letters, as in browsers. */
export async function outlineCaption(text: string): Promise<Parsed<OutlinedText>> {
  let outlined = cache.get(text);
  if (outlined === undefined) {
    const runs = await captionRuns(text);
    outlined =
      typeof runs === 'string'
        ? refuse(`caption contains "${runs}", which our fonts don't have. Use other letters.`)
        : outlineRuns(runs);
    cache.set(text, outlined);
  }
  return outlined;
}

/** For drawing, which doesn't wait. */
export async function outlinerOf(caption: string | null): Promise<OutlineText> {
  const outlined = caption === null ? refuse('There is no caption.') : await outlineCaption(caption);
  return () => outlined;
}

interface Shape {
  type: string;
  values: number[];
}

function outlineRuns(runs: readonly CaptionRun[]): Parsed<OutlinedText> {
  const shapes: Shape[] = [];
  let width = 0;
  for (const run of runs) {
    const scale = unitsPerEm / run.font.unitsPerEm;
    for (const { codepoint: glyph, xOffset = 0, yOffset = 0, xAdvance = 0 } of shaped(run)) {
      const [x, y] = [width + xOffset * scale, -yOffset * scale];
      for (const { type, values } of withoutClosingLines(run.font.font.glyphToJson(glyph)))
        shapes.push({
          type,
          values: values.map((value, index) => (index % 2 === 0 ? x + value * scale : y - value * scale)),
        });
      width += xAdvance * scale;
    }
  }
  if (shapes.length === 0) return refuse('caption has no visible characters.');
  const { scale, down } = runs.every(({ font }) => font.isInter) ? { scale: 1, down: 0 } : fitFor(shapes);
  const numbers = (values: readonly number[]) =>
    values
      .map((value, index) => pathNumber(Math.round(value * scale + (index % 2 === 0 ? 0 : down))))
      .join(' ');
  const path = shapes.map(({ type, values }) => `${type === 'Z' ? 'z' : type}${numbers(values)}`).join('');
  return { ok: true, value: { path, width: width * scale, capHeight } };
}

/** A line back to the start of a contour says nothing: closing draws it. */
function withoutClosingLines(shapes: readonly Shape[]): Shape[] {
  let start: number[] = [];
  return shapes.filter(({ type, values }, index) => {
    if (type === 'M') start = values;
    const closes = type === 'L' && shapes[index + 1]?.type === 'Z';
    return !(closes && values[0] === start[0] && values[1] === start[1]);
  });
}

function shaped({ font, text, isRightToLeft }: CaptionRun) {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shape(font.font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

/** How much smaller a text must be, and how much lower. */
function fitFor(shapes: readonly Shape[]): { scale: number; down: number } {
  let [top, bottom] = [0, 0];
  for (const { values } of shapes)
    for (let at = 1; at < values.length; at += 2) {
      top = Math.min(top, values[at] ?? 0);
      bottom = Math.max(bottom, values[at] ?? 0);
    }
  const [above, below] = [room.above * capHeight, room.below * capHeight];
  const scale = Math.min(1, (above + below) / (bottom - top));
  const [tooHigh, tooDeep] = [-top * scale - above, bottom * scale - below];
  return { scale, down: tooHigh > 0 ? tooHigh : -Math.max(0, tooDeep) };
}
