import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '#core/errors.ts';
import { isWork, workText } from '#core/proof-of-work.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { countTry, tryLimits } from './count-try.ts';

const purpose = 'sign-up challenge';
const lifeMs = 10 * 60_000;

/** Our puzzles have a signature; nothing is stored until one is solved. */
export function makeChallenge(secrets: Secrets, nowMs: number): string {
  const puzzle = `${nowMs + lifeMs}.${randomBytes(16).toString('base64url')}`;
  return `${puzzle}.${secrets.sign(purpose, puzzle).toString('base64url')}`;
}

/** @param proof the puzzle, a colon and its solution. Each allows one sign-up. */
export async function requireSolved(db: Db, secrets: Secrets, proof: string, nowMs: number): Promise<void> {
  const [, challenge = '', counter = ''] = /^([\w.-]{1,200}):(\d{1,8})$/.exec(proof) ?? [];
  const [expires = '', random = '', signature = ''] = challenge.split('.');
  const isOurs = secrets.verify(purpose, `${expires}.${random}`, Buffer.from(signature, 'base64url'));
  const hash = createHash('sha256')
    .update(workText(challenge, Number(counter)))
    .digest();
  if (!isOurs || !isWork(hash))
    throw new Refusal('invalid_request', 'The sign-up check failed. Reload the page and try again.');
  if (Number(expires) < nowMs || !(await countTry(db, secrets, challenge, tryLimits.proof)))
    throw new Refusal('invalid_request', 'The sign-up check has expired. Reload the page and try again.');
}
