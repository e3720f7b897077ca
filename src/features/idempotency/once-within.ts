import type { Db, Tx } from '../database.ts';
import { type IdempotencyKey, updateStoredAnswer } from './idempotency-queries.ts';
import { type Answer, claim, type OnceAnswer, replayAnswer } from './run-once.ts';

/** Thrown inside a transaction to end it: the request was carried out before. */
export class AlreadyDone extends Error {
  readonly answer: OnceAnswer;

  constructor(answer: OnceAnswer) {
    super('the request was carried out before');
    this.answer = answer;
  }
}

/** The steps of `runOnce` for an operation that opens its own transaction. */
export function onceWithin(key: IdempotencyKey | null, make: (tx: Tx) => Promise<Answer>) {
  return {
    /** Does nothing outside of the transaction. */
    claim: async (at: Db | Tx): Promise<void> => {
      if (key === null || !at.isTransaction || (await claim(at as Tx, key))) return;
      const answer = await replayAnswer(at, key);
      if (answer !== null) throw new AlreadyDone(answer);
    },
    store: async (tx: Tx): Promise<void> => {
      if (key === null) return;
      const { status, body } = await make(tx);
      await updateStoredAnswer(tx, key, { status, body: JSON.stringify(body) });
    },
  };
}
