import { uuidText } from './uuid-text.ts';

/** Public identifiers: a prefix and a UUID's 128 bits as 26 characters of Crockford base 32 (D25). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export type IdentifierPrefix =
  | 'acc'
  | 'prj'
  | 'key'
  | 'qrc'
  | 'tpl'
  | 'inv'
  | 'chg'
  | 'blk'
  | 'cli'
  | 'exp'
  | 'evt'
  | 'whe'
  | 'dlv'
  | 'fld'
  | 'viw'
  | 'pln';

export function formatIdentifier(prefix: IdentifierPrefix, uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  let body = '';
  // Five hexadecimal digits are four letters: ten times as fast as with a BigInt.
  for (let end = hex.length; end > 2; end -= 5) {
    const bits = Number.parseInt(hex.slice(end - 5, end), 16);
    body = letter(bits >> 15) + letter(bits >> 10) + letter(bits >> 5) + letter(bits) + body;
  }
  const first = Number.parseInt(hex.slice(0, 2), 16);
  return `${prefix}_${letter(first >> 5)}${letter(first)}${body}`;
}

function letter(bits: number): string {
  return alphabet.charAt(bits & 31);
}

/** The UUID, or null: a malformed identifier is an unknown one, never an error (D25). */
export function parseIdentifier(prefix: IdentifierPrefix, text: string): string | null {
  if (!text.startsWith(`${prefix}_`)) return null;
  const body = text.slice(prefix.length + 1);
  if (!pattern.test(body)) return null;
  let bits = 0n;
  for (const letter of body) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  const hex = bits.toString(16).padStart(32, '0');
  return uuidText(hex);
}
