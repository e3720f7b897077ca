import { isWork, workText, workTriesMax } from '#core/proof-of-work.ts';

/** Solves a puzzle: takes this browser about a second. */
export async function solveChallenge(challenge: string): Promise<string> {
  const encoder = new TextEncoder();
  for (let counter = 0; counter < workTriesMax; counter++) {
    const text = workText(challenge, counter);
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(text));
    if (isWork(new Uint8Array(hash))) return text;
  }
  throw new Error('The sign-up check could not be solved; reload the page and try again.');
}
