import { sql } from 'kysely';
import { isLive } from '../api-keys/api-key-queries.ts';
import type { Db, Tx } from '../database.ts';

export interface ClientRow {
  key_id: string;
  account_id: string;
  key_hash: Buffer;
  scopes: string[];
  expires_at: Date | null;
}

/** A live client. */
export async function findClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select key_id, account_id, key_hash, scopes, expires_at from api_keys
    where key_id = ${clientId} and kind = 'oauth_client' and ${isLive}`.execute(db);
  return rows[0];
}

/** Until the transaction ends, so that the number of its tokens stays exact. */
export async function lockClient(tx: Tx, clientId: string): Promise<void> {
  await sql`select 1 from api_keys where key_id = ${clientId} for no key update`.execute(tx);
}

/** Removes the oldest tokens, so that at most this many remain. */
export async function deleteOldestTokens(tx: Tx, clientId: string, kept: number): Promise<void> {
  await sql`delete from oauth_tokens where token_hash = any(array(
    select token_hash from oauth_tokens where key_id = ${clientId} order by created_at desc, token_hash offset ${kept}))`.execute(
    tx,
  );
}

export async function insertToken(
  tx: Tx,
  token: { tokenHash: Buffer; clientId: string; scopes: string[]; lifeSeconds: number },
): Promise<void> {
  await sql`insert into oauth_tokens (token_hash, key_id, scopes, expires_at)
    values (${token.tokenHash}, ${token.clientId}, ${token.scopes}, now() + make_interval(secs => ${token.lifeSeconds}))`.execute(
    tx,
  );
}

export interface TokenRow {
  key_id: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
}

export async function findToken(db: Db | Tx, tokenHash: Buffer): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select key_id, scopes, created_at, expires_at from oauth_tokens
    where token_hash = ${tokenHash} and expires_at > now()`.execute(db);
  return rows[0];
}

export async function deleteToken(db: Db | Tx, tokenHash: Buffer): Promise<void> {
  await sql`delete from oauth_tokens where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteExpiredTokens(db: Db): Promise<void> {
  await sql`delete from oauth_tokens where expires_at < now()`.execute(db);
}
