const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let bitCount = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    while (bitCount >= 6) {
      bitCount -= 6;
      text += alphabet[(bits >> bitCount) & 63];
    }
    bits &= (1 << bitCount) - 1;
  }
  return bitCount > 0 ? text + alphabet[(bits << (6 - bitCount)) & 63] : text;
}

/** Null unless the text is the canonical encoding of its bytes: no padding, no spare bits. */
export function decodeBase64Url(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let bitCount = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value === -1) return null;
    bits = (bits << 6) | value;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes.push((bits >> bitCount) & 255);
      bits &= (1 << bitCount) - 1;
    }
  }
  return bitCount >= 6 || bits !== 0 ? null : Uint8Array.from(bytes);
}
