import { sql } from 'kysely';
import { Refusal } from '#core/errors.ts';
import { isLockTimeout } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';
import type { IdempotencyKey } from './idempotency-queries.ts';

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

const lifetime = sql`interval '24 hours'`;

export function itemAnswers(key: IdempotencyKey | null): ItemAnswers {
  if (key === null) return nothing;
  const pathOf = (index: number) => `${key.path}#${index}`;
  const indexOf = (path: string) => Number(path.slice(key.path.length + 1));
  const conflict = () =>
    new Refusal('idempotency_conflict', 'This Idempotency-Key was used with another body. Use a new key.');
  return {
    begin: async (db) => {
      await sql`insert into idempotency_keys (account_id, method, path, key, body_hash)
        values (${key.accountId}, ${key.method}, ${key.path}, ${key.key}, ${key.bodyHash})
        on conflict (account_id, method, path, key) do update
          set body_hash = excluded.body_hash, status = null, body = null, created_at = now()
          where idempotency_keys.created_at <= now() - ${lifetime}`.execute(db);
      const { rows } = await sql<{ body_hash: Buffer }>`select body_hash from idempotency_keys
        where account_id = ${key.accountId} and method = ${key.method} and path = ${key.path} and key = ${key.key}`.execute(
        db,
      );
      if (rows[0] !== undefined && !rows[0].body_hash.equals(key.bodyHash)) throw conflict();
    },
    find: async (db, indexes) => {
      const { rows } = await sql<{ path: string; body_hash: Buffer; body: string | null }>`
        select path, body_hash, body from idempotency_keys
        where account_id = ${key.accountId} and method = ${key.method} and key = ${key.key}
          and path = any(${indexes.map(pathOf)}) and created_at > now() - ${lifetime}`.execute(db);
      if (rows.some(({ body_hash }) => !body_hash.equals(key.bodyHash))) throw conflict();
      return new Map(
        rows.flatMap(({ path, body }) => (body === null ? [] : [[indexOf(path), JSON.parse(body)]])),
      );
    },
    claim: async (tx, indexes) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      const { rows } = await sql<{ path: string }>`
        insert into idempotency_keys (account_id, method, path, key, body_hash)
        select ${key.accountId}, ${key.method}, path, ${key.key}, ${key.bodyHash} from unnest(${indexes.map(pathOf)}::text[]) as path
        order by path
        on conflict (account_id, method, path, key) do update
          set body_hash = excluded.body_hash, status = null, body = null, created_at = now()
          where idempotency_keys.created_at <= now() - ${lifetime}
        returning path`
        .execute(tx)
        .catch((error: unknown) => {
          if (!isLockTimeout(error)) throw error;
          throw new Refusal(
            'idempotency_conflict',
            'The first request with this Idempotency-Key is still running. Send it again in a moment.',
            { retryAfterSeconds: 1, cause: error },
          );
        });
      return rows.map(({ path }) => indexOf(path)).sort((a, b) => a - b);
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
