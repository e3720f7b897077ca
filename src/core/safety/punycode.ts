import { decode } from 'punycode/punycode.es6.js';

/** The letters behind a label that begins with `xn--` (RFC 3492); null if they can't be told. */
export function decodePunycode(label: string): string | null {
  if (!label.startsWith('xn--')) return label;
  try {
    return decode(label.slice('xn--'.length));
  } catch {
    return null;
  }
}
