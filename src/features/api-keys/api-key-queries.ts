import { sql } from 'kysely';
import type { KeyLimits } from '#core/key-input.ts';
import type { Db, Tx } from '../database.ts';

export type KeyKind = 'key' | 'oauth_client';

export interface ApiKeyRow {
  key_id: string;
  account_id: string;
  kind: KeyKind;
  name: string;
  display_prefix: string;
  scope: string;
  /** Null: unrestricted. */
  scopes: string[] | null;
  /** Null: all projects. */
  projects: string[] | null;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** The projects of a key; null: all. */
const projectIds = sql<string[] | null>`case when has_all_projects then null else array(
  select project_id from key_projects where key_projects.key_id = api_keys.key_id order by project_id) end`;

/** Neither revoked nor expired. */
export const isLive = sql`revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())`;

const columns = [
  'key_id',
  'account_id',
  'kind',
  'name',
  'display_prefix',
  'scope',
  'scopes',
  projectIds.as('projects'),
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

export interface NewApiKey {
  key_id: string;
  account_id: string;
  kind: KeyKind;
  name: string;
  key_hash: Buffer;
  display_prefix: string;
  limits: KeyLimits | null;
}

export async function insertApiKey(tx: Tx, { limits, ...key }: NewApiKey): Promise<ApiKeyRow> {
  await tx
    .insertInto('api_keys')
    .values({
      ...key,
      scope: limits === null ? 'qr.write' : 'restricted',
      scopes: limits?.scopes ?? null,
      has_all_projects: limits?.projectIds == null,
      expires_at: limits?.expiresAt ?? null,
    })
    .execute();
  for (const projectId of limits?.projectIds ?? [])
    await tx
      .insertInto('key_projects')
      .values({ account_id: key.account_id, key_id: key.key_id, project_id: projectId })
      .execute();
  return tx.selectFrom('api_keys').select(columns).where('key_id', '=', key.key_id).executeTakeFirstOrThrow();
}

/** Those that count against the plan (D28), and restricted ones, which don't. */
export async function countLiveKeys(
  db: Db | Tx,
  accountId: string,
): Promise<{ planned: number; restricted: number }> {
  const { rows } = await sql<{ planned: number; restricted: number }>`
    select count(*) filter (where not is_free)::int as planned, count(*) filter (where is_free)::int as restricted
    from (select kind = 'key' and scopes is not null as is_free from api_keys
      where account_id = ${accountId} and ${isLive}) live`.execute(db);
  return rows[0] ?? { planned: 0, restricted: 0 };
}

/** @param kind null: keys and OAuth clients. */
export function listApiKeys(
  db: Db,
  accountId: string,
  limit: number,
  kind: KeyKind | null = 'key',
): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', accountId)
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'key'))
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .limit(limit)
    .execute();
}

export function findApiKey(
  db: Db,
  accountId: string,
  keyId: string,
  kind: KeyKind | null = 'key',
): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'key'))
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
  kind: KeyKind;
  scopes: string[] | null;
  projects: string[] | null;
  ends_at: Date | null;
  plan: string;
  api_access: boolean | null;
  limit_overrides: unknown;
  suspended_reason: string | null;
}

const holderColumns = sql`api_keys.key_id, accounts.account_id, kind, plan, api_access, limit_overrides, suspended_reason,
  ${projectIds} as projects`;

/** The account of a live key: the only query of authentication. */
export async function findKeyHolder(db: Db, keyHash: Buffer): Promise<KeyHolderRow | undefined> {
  const { rows } = await sql<KeyHolderRow>`
    select ${holderColumns}, scopes, api_keys.expires_at as ends_at from api_keys join accounts using (account_id)
    where key_hash = ${keyHash} and kind = 'key' and ${isLive}`.execute(db);
  return rows[0];
}

/** The same for a live key or client by its ID, for links that were made for it. */
export async function findHolderById(db: Db, keyId: string): Promise<KeyHolderRow | undefined> {
  const { rows } = await sql<KeyHolderRow>`
    select ${holderColumns}, scopes, api_keys.expires_at as ends_at from api_keys join accounts using (account_id)
    where key_id = ${keyId} and ${isLive}`.execute(db);
  return rows[0];
}

/** The same for a token of an OAuth client. */
export async function findTokenHolder(db: Db, tokenHash: Buffer): Promise<KeyHolderRow | undefined> {
  const { rows } = await sql<KeyHolderRow>`
    select ${holderColumns}, token.scopes, least(token.expires_at, api_keys.expires_at) as ends_at
    from oauth_tokens token join api_keys using (key_id) join accounts using (account_id)
    where token_hash = ${tokenHash} and token.expires_at > now() and ${isLive}`.execute(db);
  return rows[0];
}

/** Accurate to a few minutes: one write per request would cost more than the request. */
export async function updateLastUsed(db: Db, keyId: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where key_id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '5 minutes')`.execute(
    db,
  );
}
