import { decodePunycode } from './punycode.ts';
import { wellKnownNames } from './well-known-names.ts';

/** Letters of other alphabets that people read as Latin ones. */
const readAs = new Map<string, string>();
const confusables: [latin: string, others: string][] = [
  ['a', 'аαɑ'],
  ['b', 'ЬвƅβƄᏏ'],
  ['c', 'сϲᴄᏟ'],
  ['d', 'ԁɗժᏧ'],
  ['e', 'еёҽєεɛ'],
  ['f', 'ƒϝք'],
  ['g', 'ɡցɢ'],
  ['h', 'һհᏂн'],
  ['i', 'іιɩᎥ'],
  ['j', 'јյϳ'],
  ['k', 'кκᴋ'],
  ['l', 'ӏǀⅼլ'],
  ['m', 'мᴍ'],
  ['n', 'пոռη'],
  ['o', 'оοօσ๐०৹'],
  ['p', 'рρƿ'],
  ['q', 'ԛգզ'],
  ['r', 'гᴦɾᴙ'],
  ['s', 'ѕꜱƽᏚ'],
  ['t', 'тτᴛ'],
  ['u', 'υսʋц'],
  ['v', 'ѵνᴠ'],
  ['w', 'ԝωшᴡա'],
  ['x', 'хχ'],
  ['y', 'уүγʏ'],
  ['z', 'ᴢʐ'],
];
for (const [latin, others] of confusables) for (const other of others) readAs.set(other, latin);

const wholeScriptLengthMin = 5;

/** The well-known name that a host's letters of other alphabets make it look like; null if there is none. */
export function lookAlike(hostname: string): string | null {
  for (const label of hostname.split('.')) {
    const letters = label.startsWith('xn--') ? decodePunycode(label) : null;
    if (letters === null || !/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(letters)) continue;
    // A short word of another language may happen to look like a name; mixed alphabets don't happen.
    const lengthMin = /\p{Script=Latin}/u.test(letters) ? 1 : wholeScriptLengthMin;
    const words = letters.split('-').filter((word) => /[^\x21-\x7e]/.test(word));
    const found = words.map(readingOf).find((word) => word.length >= lengthMin && wellKnownNames.has(word));
    if (found !== undefined) return found;
  }
  return null;
}

/** As a hasty reader sees it: no accents, other alphabets' letters as the Latin ones they resemble. */
function readingOf(letters: string): string {
  const bare = letters.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(bare, (char) => readAs.get(char) ?? char).join('');
}
