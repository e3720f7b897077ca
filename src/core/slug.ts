/** 32 lower-case letters and digits without look-alikes (Crockford), so a character is five random bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomLength = 12;
/** As long as every slug, for pictures of codes that have none yet. */
export const sampleSlug = 'qr-0123456789ab';
const pattern = /^qr-[0-9a-hjkmnp-tv-z]{12}$/;

/** `qr-` and 60 random bits (D26). */
export function makeSlug(randomBytes: (count: number) => Uint8Array): string {
  const letters = Array.from(randomBytes(randomLength), (byte) => alphabet[byte & 31]);
  return `qr-${letters.join('')}`;
}

/** The slug in its stored form, or null if it is invalid. Case doesn't matter, because images use upper case. */
export function parseSlug(text: string): string | null {
  const slug = text.toLowerCase();
  return pattern.test(slug) ? slug : null;
}

/** The slug inside a text, such as a link that was pasted. */
export function findSlug(text: string): string | null {
  return /(?<![0-9a-z])qr-[0-9a-hjkmnp-tv-z]{12}(?![0-9a-z])/.exec(text.toLowerCase())?.[0] ?? null;
}
