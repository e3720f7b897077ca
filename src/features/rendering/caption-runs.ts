import bidiFactory from 'bidi-js';
import { filesFor, type HanFont, type LoadedFont, loadFont } from './load-font.ts';

/** Neighbors in one font and one direction, in the order in which they are seen. */
export interface CaptionRun {
  font: LoadedFont;
  text: string;
  isRightToLeft: boolean;
}

interface LeveledRun extends Omit<CaptionRun, 'isRightToLeft'> {
  level: number;
}

// Its types describe a module that its file is not.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Letters that only say how others are drawn. Skin has no tones in one color. */
const silent = /[\p{Default_Ignorable_Code_Point}\u{1F3FB}-\u{1F3FF}]/gu;
const skinTones = /[\u{1F3FB}-\u{1F3FF}]/gu;
const emoji = /\p{Emoji_Presentation}|\u{FE0F}/u;

/** The runs of a text; or the first letter that no font has. */
export async function captionRuns(source: string): Promise<CaptionRun[] | string> {
  const text = source.normalize('NFC').replace(skinTones, '');
  const { levels } = bidi.getEmbeddingLevels(text);
  const han = hanFonts(text);
  const runs: LeveledRun[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const font = await fontFor(segment, han);
    if (font === null) return segment;
    if (last?.font === font && last.level === level) last.text += segment;
    else runs.push({ font, level, text: segment });
  }
  return inVisualOrder(runs).map(({ font, text: part, level }) => ({
    font,
    text: part,
    isRightToLeft: level % 2 === 1,
  }));
}

/** Chinese letters look different in Japanese and Korean texts. */
function hanFonts(text: string): readonly HanFont[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(text) ? ['kr', 'jp', 'sc'] : ['sc', 'jp', 'kr'];
}

async function fontFor(cluster: string, han: readonly HanFont[]): Promise<LoadedFont | null> {
  const point = cluster.codePointAt(0) ?? 0;
  for (const file of filesFor(point, emoji.test(cluster), han)) {
    const font = await loadFont(file);
    if (hasAll(font, cluster)) return font;
  }
  return null;
}

function hasAll(font: LoadedFont, cluster: string): boolean {
  return Array.from(cluster.replace(silent, '')).every((letter) => font.has(letter.codePointAt(0) ?? 0));
}

/** Rule L2 of the Unicode Bidirectional Algorithm, with runs instead of letters: shaping turns the letters of a run. */
function inVisualOrder(runs: readonly LeveledRun[]): LeveledRun[] {
  let ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    const next: LeveledRun[] = [];
    let turned: LeveledRun[] = [];
    for (const run of ordered) {
      if (run.level >= level) turned.unshift(run);
      else {
        next.push(...turned, run);
        turned = [];
      }
    }
    ordered = [...next, ...turned];
  }
  return ordered;
}
