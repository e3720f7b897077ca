import { ar } from './words/ar.ts';
import { cs } from './words/cs.ts';
import { da } from './words/da.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { he } from './words/he.ts';
import { hi } from './words/hi.ts';
import { it } from './words/it.ts';
import { ja } from './words/ja.ts';
import { ko } from './words/ko.ts';
import { nl } from './words/nl.ts';
import { pl } from './words/pl.ts';
import { pt } from './words/pt.ts';
import { ru } from './words/ru.ts';
import { sv } from './words/sv.ts';
import { tr } from './words/tr.ts';
import { uk } from './words/uk.ts';
import type { VisitorWords } from './words/visitor-words.ts';
import { zh } from './words/zh.ts';

const languages = {
  ar,
  cs,
  da,
  de,
  en,
  es,
  fr,
  he,
  hi,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  zh,
} satisfies Record<string, VisitorWords>;

export type Language = keyof typeof languages;

const rightToLeft: readonly Language[] = ['ar', 'he'];
const acceptedMax = 20;

/** The first preferred language of the visitor that we have. */
export function chooseLanguage(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',', acceptedMax)
    .map((entry) => {
      const [tag = '', quality] = entry
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      // Only the main language: two letters, and never the start of a longer one such as "fil".
      const [language = ''] = tag.split('-', 1);
      return { language, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ language, quality }) => quality > 0 && Object.hasOwn(languages, language))
    .sort((a, b) => b.quality - a.quality);
  return (wanted[0]?.language as Language | undefined) ?? 'en';
}

export function wordsIn(language: Language): VisitorWords {
  return languages[language];
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}
