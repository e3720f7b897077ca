import { decode } from 'punycode/punycode.es6.js';

/** The letters of a label that starts with `xn--` (RFC 3492); null if it is invalid. */
export function decodePunycode(label: string): string | null {
  if (!label.startsWith('xn--')) return label;
  try {
    return decode(label.slice('xn--'.length));
  } catch {
    return null;
  }
}
