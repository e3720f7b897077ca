import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface ApiKeyRow {
  key_id: string;
  account_id: string;
  name: string;
  display_prefix: string;
  scope: string;
  created_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

const columns = [
  'key_id',
  'account_id',
  'name',
  'display_prefix',
  'scope',
  'created_at',
  'revoked_at',
  'last_used_at',
] as const;

export interface NewApiKey {
  key_id: string;
  account_id: string;
  name: string;
  key_hash: Buffer;
  display_prefix: string;
}

export function insertApiKey(tx: Tx, key: NewApiKey): Promise<ApiKeyRow> {
  return tx
    .insertInto('api_keys')
    .values({ ...key, revoked_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** At most a handful per account: the limit bounds the count (D28). */
export async function countLiveApiKeys(tx: Db | Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function listApiKeys(db: Db, accountId: string, limit: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .limit(limit)
    .execute();
}

export function findApiKey(db: Db, accountId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
}

/** Revokes a key; a key that was revoked before keeps its time. */
export async function updateApiKeyRevoked(db: Db, keyId: string): Promise<ApiKeyRow | undefined> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  return revoked ?? db.selectFrom('api_keys').select(columns).where('key_id', '=', keyId).executeTakeFirst();
}

export interface KeyHolderRow {
  key_id: string;
  account_id: string;
  scope: string;
  plan: string;
  api_access: boolean | null;
  limit_overrides: unknown;
  suspended_reason: string | null;
}

/** The account of a live key: the only query of authentication. */
export function findKeyHolder(db: Db, keyHash: Buffer): Promise<KeyHolderRow | undefined> {
  return (
    db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.account_id', 'api_keys.account_id')
      .select([
        'key_id',
        'accounts.account_id',
        'scope',
        'plan',
        'api_access',
        'limit_overrides',
        'suspended_reason',
      ])
      .where('key_hash', '=', keyHash)
      // The next release has restricted keys, which this one must not take for unrestricted ones.
      .where('scope', '=', 'qr.write')
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  );
}

/** Accurate to a few minutes: one write per request would cost more than the request. */
export async function updateLastUsed(db: Db, keyId: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where key_id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '5 minutes')`.execute(
    db,
  );
}
