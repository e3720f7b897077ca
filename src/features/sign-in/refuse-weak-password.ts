import { dictionary } from '@zxcvbn-ts/language-common';
import { type Parsed, refuse } from '#core/parsed.ts';

const lengthMin = 10;
const lengthMax = 200;
const distinctMin = 5;
const blockLengthMax = 5;
/** The passwords that attackers try first, if they are long enough to be allowed. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= lengthMin).map((word) => word.toLowerCase()),
);

/** A password that attackers try first is useless, however long it is. */
export function refuseWeakPassword(password: string): Parsed<string> {
  const letters = Array.from(password.normalize('NFKC').toLowerCase());
  if (letters.length < lengthMin) return refuse(`Choose a password of at least ${lengthMin} characters.`);
  if (letters.length > lengthMax) return refuse(`Choose a password of at most ${lengthMax} characters.`);
  if (new Set(letters).size < distinctMin || isRepetition(letters))
    return refuse(
      'This password repeats the same few characters. Choose a password that is harder to guess.',
    );
  if (common.has(letters.join('')))
    return refuse('This password is on a list of common passwords. Choose another one.');
  return { ok: true, value: password };
}

/** `abcabcabcabc`: a repeated short block. */
function isRepetition(letters: string[]): boolean {
  for (let length = 1; length <= blockLengthMax; length++)
    if (letters.every((letter, index) => letter === letters[index % length])) return true;
  return false;
}
