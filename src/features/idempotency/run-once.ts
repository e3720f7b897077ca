import { Refusal } from '#core/errors.ts';
import { isLockTimeout } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';
import {
  claimPaths,
  findStoredAnswer,
  type IdempotencyKey,
  type StoredAnswer,
  updateStoredAnswer,
} from './idempotency-queries.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface OnceAnswer extends Answer {
  /** Whether it is the stored response of an earlier request. */
  isReplayed: boolean;
}

/** Runs work in a transaction that also stores its response under the key, if there is one (D56). */
export async function runOnce(
  db: Db,
  key: IdempotencyKey | null,
  work: (tx: Tx) => Promise<Answer>,
): Promise<OnceAnswer> {
  if (key === null) return { ...(await db.transaction().execute(work)), isReplayed: false };
  const answer = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, key))) return null;
    const made = await work(tx);
    await updateStoredAnswer(tx, key, { status: made.status, body: JSON.stringify(made.body) });
    return made;
  });
  if (answer !== null) return { ...answer, isReplayed: false };
  const replay = await replayAnswer(db, key);
  if (replay === null)
    throw new Refusal('service_unavailable', 'Send the request again.', { retryAfterSeconds: 1 });
  return replay;
}

/** The first response to this key, or null if there is none yet. A different body with the same key is refused. */
export async function replayAnswer(db: Db | Tx, key: IdempotencyKey): Promise<OnceAnswer | null> {
  const stored = await findStoredAnswer(db, key);
  return stored && readAnswer(key, stored);
}

function readAnswer(key: IdempotencyKey, stored: StoredAnswer): OnceAnswer | null {
  requireSameBody(key, stored.bodyHash);
  if (stored.status === null || stored.body === null) return null;
  return { status: stored.status, body: JSON.parse(stored.body), isReplayed: true };
}

export function requireSameBody({ bodyHash }: IdempotencyKey, stored: Buffer): void {
  if (stored.equals(bodyHash)) return;
  throw new Refusal(
    'idempotency_conflict',
    'This Idempotency-Key was used with another body. Use a new key.',
  );
}

export async function claim(tx: Tx, key: IdempotencyKey): Promise<boolean> {
  return (await claimParts(tx, key, [key.path])).length === 1;
}

/** The same for parts of a request, each under a path of its own. */
export async function claimParts(tx: Tx, key: IdempotencyKey, paths: readonly string[]): Promise<string[]> {
  try {
    return await claimPaths(tx, key, paths);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message =
      'The first request with this Idempotency-Key is still running. Send it again in a moment.';
    throw new Refusal('idempotency_conflict', message, { retryAfterSeconds: 1, cause: error });
  }
}
