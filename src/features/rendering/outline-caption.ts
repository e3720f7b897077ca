import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { type Parsed, refuse } from '#core/parsed.ts';
import type { OutlinedText } from '#core/qr-image/outlined-text.ts';
import { pathNumber } from '#core/qr-image/path-number.ts';

/** Inter, semibold (SIL Open Font License), one file per alphabet. */
const alphabets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;
const unitsPerEm = 1_000;
const fonts = new Map<string, Font>();

/** Text as shapes. Each letter comes from the first file that has it; neighbors from one file are set together. */
export function outlineCaption(text: string): Parsed<OutlinedText> {
  const runs: { font: Font; text: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    // A separate mark would have to be placed over a letter from another file.
    const font = /\p{M}/u.test(letter) ? null : fontFor(letter);
    if (font === null)
      return refuse(
        `caption contains "${letter}", which our font doesn't have. Use Latin, Greek or Cyrillic letters.`,
      );
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  let width = 0;
  let path = '';
  for (const run of runs) {
    const scale = unitsPerEm / run.font.unitsPerEm;
    const { glyphs, positions } = run.font.layout(run.text);
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      path += glyphPath(glyph.path.commands, width + xOffset * scale, -yOffset * scale, scale);
      width += (positions[index]?.xAdvance ?? 0) * scale;
    }
  }
  if (path === '') return refuse('caption has no visible characters.');
  const capHeight = (loadFont('latin').capHeight * unitsPerEm) / loadFont('latin').unitsPerEm;
  return { ok: true, value: { path, width, capHeight } };
}

function fontFor(letter: string): Font | null {
  const point = letter.codePointAt(0) ?? 0;
  const name = alphabets.find((alphabet) => loadFont(alphabet).hasGlyphForCodePoint(point));
  return name === undefined ? null : loadFont(name);
}

function loadFont(alphabet: string): Font {
  let font = fonts.get(alphabet);
  if (font === undefined) {
    const file = import.meta.resolve(`@fontsource/inter/files/inter-${alphabet}-600-normal.woff`);
    font = create(readFileSync(fileURLToPath(file))) as Font;
    fonts.set(alphabet, font);
  }
  return font;
}

const letters: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'z',
};

/** The y axis of a font points up. */
function glyphPath(
  commands: { command: string; args: number[] }[],
  x: number,
  y: number,
  scale: number,
): string {
  return commands
    .map(({ command, args }) => {
      const numbers = args.map((value, index) =>
        pathNumber(Math.round(index % 2 === 0 ? x + value * scale : y - value * scale)),
      );
      return `${letters[command] ?? ''}${numbers.join(' ')}`;
    })
    .join('');
}
