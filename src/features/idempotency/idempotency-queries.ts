import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface IdempotencyKey {
  accountId: string;
  method: string;
  path: string;
  key: string;
  bodyHash: Buffer;
}

/** Null status and body: the key is reserved, and there is no response to the whole request. */
export interface StoredAnswer {
  bodyHash: Buffer;
  status: number | null;
  body: string | null;
}

export const lifetime = sql`interval '24 hours'`;

/**
 * Takes the key for this transaction, for the request itself or for parts of it. A concurrent duplicate waits here until the first has ended: if
 * that committed, it gets nothing; if it rolled back, the duplicate takes the key. An expired key is free again.
 * @param paths in any order; returns those that were taken.
 */
export async function claimPaths(tx: Tx, key: IdempotencyKey, paths: readonly string[]): Promise<string[]> {
  await sql`set local lock_timeout = '5s'`.execute(tx);
  const { rows } = await sql<{ path: string }>`
    insert into idempotency_keys (account_id, method, path, key, body_hash)
    select ${key.accountId}, ${key.method}, path, ${key.key}, ${key.bodyHash} from unnest(${paths}::text[]) as path order by path
    on conflict (account_id, method, path, key) do update
      set body_hash = excluded.body_hash, status = null, body = null, created_at = now()
      where idempotency_keys.created_at <= now() - ${lifetime}
    returning path`.execute(tx);
  return rows.map(({ path }) => path);
}

export async function findStoredAnswer(db: Db, key: IdempotencyKey): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'body'])
    .where(identifiedBy(key))
    .where(sql<boolean>`created_at > now() - ${lifetime}`)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { bodyHash: row.body_hash, status: row.status, body: row.body };
}

export async function updateStoredAnswer(
  tx: Tx,
  key: IdempotencyKey,
  answer: { status: number; body: string },
): Promise<void> {
  await tx.updateTable('idempotency_keys').set(answer).where(identifiedBy(key)).execute();
}

/** Removes expired keys, oldest first, at most `limit` of them. */
export async function deleteExpiredKeys(db: Db, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= now() - ${lifetime}
      order by created_at limit ${limit} for update skip locked))`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

function identifiedBy(key: IdempotencyKey) {
  return sql<boolean>`account_id = ${key.accountId} and method = ${key.method} and path = ${key.path} and key = ${key.key}`;
}
