/** Required number of leading zero bits of a hash: about 65,000 hashes, about a second in a browser. */
export const workBits = 16;
/** Practically impossible to reach; a browser that does asks for another puzzle. */
export const workTriesMax = 2_000_000;

/** The text to hash for one try. */
export function workText(challenge: string, counter: number): string {
  return `${challenge}:${counter}`;
}

export function isWork(hash: Uint8Array): boolean {
  let zeros = 0;
  for (const byte of hash) {
    zeros += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeros >= workBits;
}
