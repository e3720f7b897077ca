import type { Parsed } from '../parsed.ts';

/** Text as shapes, so that no viewer needs the font. A thousand units per em, y downwards, the baseline at 0. */
export interface OutlinedText {
  path: string;
  width: number;
  capHeight: number;
}

/** Fonts are read from disk. */
export type OutlineTextLater = (text: string) => Promise<Parsed<OutlinedText>>;
export type OutlineText = (text: string) => Parsed<OutlinedText>;
