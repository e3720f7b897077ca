/** How many leading bits of a hash must be zero: some 65,000 hashes, about a second in a browser. */
export const workBits = 16;
/** Nobody is that unlucky; a browser that gets there asks for another puzzle. */
export const workTriesMax = 2_000_000;

/** What is hashed for one try at a puzzle. */
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
