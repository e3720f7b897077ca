import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { type IdempotencyKey, lifetime } from './idempotency-queries.ts';
import { claim, claimParts, replayAnswer, requireSameBody } from './run-once.ts';

/** The responses of single items of a bulk request, under its key and their index, so that a retry continues. */
export interface ItemAnswers {
  /** Reserves the key for this body. Another body with the same key is refused, also if no item was done. */
  begin(db: Db): Promise<void>;
  /** What earlier requests have done. */
  find(db: Db | Tx, indexes: readonly number[]): Promise<Map<number, Record<string, unknown>>>;
  /** Takes items for this transaction. A concurrent duplicate waits here. Returns those that nobody has done. */
  claim(tx: Tx, indexes: readonly number[]): Promise<number[]>;
  /** Remembers claimed items; those without a response can be claimed again. */
  store(
    tx: Tx,
    claimed: readonly number[],
    answers: ReadonlyMap<number, Record<string, unknown>>,
  ): Promise<void>;
}

const nothing: ItemAnswers = {
  begin: async () => {},
  find: async () => new Map(),
  claim: async (_tx, indexes) => [...indexes],
  store: async () => {},
};

export function itemAnswers(key: IdempotencyKey | null): ItemAnswers {
  if (key === null) return nothing;
  const pathOf = (index: number) => `${key.path}#${index}`;
  const indexOf = (path: string) => Number(path.slice(key.path.length + 1));
  return {
    begin: async (db) => {
      await db.transaction().execute((tx) => claim(tx, key));
      await replayAnswer(db, key);
    },
    find: async (db, indexes) => {
      const { rows } = await sql<{ path: string; body_hash: Buffer; body: string | null }>`
        select path, body_hash, body from idempotency_keys
        where account_id = ${key.accountId} and method = ${key.method} and key = ${key.key}
          and path = any(${indexes.map(pathOf)}) and created_at > now() - ${lifetime}`.execute(db);
      for (const { body_hash } of rows) requireSameBody(key, body_hash);
      return new Map(
        rows.flatMap(({ path, body }) => (body === null ? [] : [[indexOf(path), JSON.parse(body)]])),
      );
    },
    claim: async (tx, indexes) => {
      const paths = await claimParts(tx, key, indexes.map(pathOf));
      return paths.map(indexOf).sort((a, b) => a - b);
    },
    store: async (tx, claimed, answers) => {
      const refused = claimed.filter((index) => !answers.has(index)).map(pathOf);
      if (refused.length > 0)
        await sql`update idempotency_keys set created_at = now() - ${lifetime} where account_id = ${key.accountId} and method = ${key.method}
          and key = ${key.key} and path = any(${refused})`.execute(tx);
      const rows = [...answers].map(([index, body]) => ({ path: pathOf(index), body: JSON.stringify(body) }));
      await sql`update idempotency_keys stored set status = 200, body = done.body
        from json_to_recordset(${JSON.stringify(rows)}) as done (path text, body text)
        where account_id = ${key.accountId} and method = ${key.method} and key = ${key.key} and stored.path = done.path`.execute(
        tx,
      );
    },
  };
}
