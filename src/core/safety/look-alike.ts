import { decodePunycode } from './punycode.ts';
import { skeleton } from './skeleton.ts';
import { wellKnownNames } from './well-known-names.ts';

const nameOf = new Map(Array.from(wellKnownNames, (name) => [skeleton(name), name]));

/** Real words, and spellings of brands, that differ from a well-known name only by accents. */
const realWords: ReadonlySet<string> = new Set(
  `
  über úběr átt ätt ått īrs čití cití visà visá viså visą viša vișa vísa víša metà metą méta mėta męta líne linė linę
  primé primę posté orangé släck näver kakaó какао κακάο hermès itaú telefónica telefònica telefônica wikipédia
  `.match(/\S+/g),
);

const wholeScriptLengthMin = 3;

/** The well-known name that a host imitates with letters outside ASCII; null if there is none. */
export function lookAlike(hostname: string): string | null {
  for (const label of hostname.split('.')) {
    const letters = label.startsWith('xn--') ? decodePunycode(label) : null;
    if (letters === null) continue;
    // A short word in one other alphabet can look like a name by chance; a mix of alphabets can't.
    const lengthMin = /\p{Script=Latin}/u.test(letters) ? 1 : wholeScriptLengthMin;
    const found = letters
      .split('-')
      .filter((word) => /[^\x21-\x7e]/.test(word) && !realWords.has(word))
      .flatMap(readingsOf)
      .map((reading) => nameOf.get(reading))
      .find((name) => name !== undefined && name.length >= lengthMin);
    if (found !== undefined) return found;
  }
  return null;
}

/** UTS 39 reads U+04CF as i, but most people read it as l. Some letters look like a dot or a hyphen. */
function readingsOf(word: string): string[] {
  return [word, word.replaceAll('\u04cf', 'l')].flatMap((text) => skeleton(text).split(/[.-]/));
}
