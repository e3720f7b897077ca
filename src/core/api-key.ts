import { crc32 } from './crc32.ts';

/**
 * The format of an API key (D27): `api_live_`, 26 random base-62 characters, and 6 characters of their CRC-32. With the checksum, a mistyped
 * key is refused without a lookup, and secret scanners can recognize keys reliably.
 */
export const apiKeyPrefix = 'api_live_';
/** Access tokens of OAuth clients have the same format, with another prefix. */
export const tokenPrefix = 'oat_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 26;
const checksumLength = 6;
const displayedLength = apiKeyPrefix.length + 4;
const pattern = /^(?:api|oat)_live_([0-9A-Za-z]{32})$/;

export function makeApiKey(randomBytes: (count: number) => Uint8Array, prefix = apiKeyPrefix): string {
  let random = '';
  while (random.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      // 248 = 4 × 62: larger bytes would favor the first characters.
      if (byte < 248 && random.length < randomLength) random += alphabet[byte % 62];
    }
  }
  return prefix + random + checksum(random);
}

/** Whether it can be a key or a token. */
export function isWellFormedApiKey(text: string): boolean {
  const body = pattern.exec(text)?.[1];
  if (body === undefined) return false;
  return checksum(body.slice(0, randomLength)) === body.slice(randomLength);
}

/** The part of a key that may be stored and shown, so that its owner recognizes it. */
export function displayPrefix(apiKey: string): string {
  return apiKey.slice(0, displayedLength);
}

function checksum(random: string): string {
  let value = crc32(random);
  let text = '';
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
