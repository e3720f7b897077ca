import { uuidText } from './uuid-text.ts';

/** Public identifiers: a prefix and a UUID's 128 bits as 26 characters of Crockford base 32 (D25). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyLength = 26;
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
  | 'dlv';

export function formatIdentifier(prefix: IdentifierPrefix, uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let body = '';
  for (let index = 0; index < bodyLength; index++) {
    body = alphabet[Number(bits & 31n)] + body;
    bits >>= 5n;
  }
  return `${prefix}_${body}`;
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
