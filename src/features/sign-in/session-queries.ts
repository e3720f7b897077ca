import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Whether the user of the session proved their identity within the last minutes. */
export async function isRecentlyProved(db: Db, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ recent: boolean }>`
    select proved_at > now() - ${minutes}::int * interval '1 minute' as recent from auth_sessions where id = ${sessionId}`.execute(
    db,
  );
  return rows[0]?.recent ?? false;
}

export async function updateProved(db: Db, sessionId: string): Promise<void> {
  await sql`update auth_sessions set proved_at = now() where id = ${sessionId}`.execute(db);
}

/** A session that has not proved anything beyond its existence. */
export async function updateUnproved(db: Db, sessionId: string): Promise<void> {
  await sql`update auth_sessions set proved_at = created_at - interval '1 day' where id = ${sessionId}`.execute(
    db,
  );
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from auth_accounts where user_id = ${userId} and provider_id = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

/** The user of a reset link, while it works. better-auth stores a hash of the token. */
export async function findUserOfResetToken(
  db: Db,
  token: string,
): Promise<{ id: string; email: string } | null> {
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const { rows } = await sql<{ id: string; email: string }>`
    select auth_users.id, email from auth_verifications join auth_users on auth_users.id = value
    where identifier = ${identifier} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** All reset links, second-factor challenges and trusted devices of a user. */
export async function deleteVerifications(db: Db, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId}`.execute(db);
}

export interface PasskeyRow {
  id: string;
  name: string | null;
  created_at: Date | null;
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select id, name, created_at from auth_passkeys where user_id = ${userId} order by created_at limit 100`.execute(
    db,
  );
  return rows;
}

export async function deletePasskeys(db: Db, userId: string, ids: string[]): Promise<void> {
  await sql`delete from auth_passkeys where user_id = ${userId} and id = any(${ids})`.execute(db);
}

/** Expired sessions and links, and users who never confirmed their address. */
export async function deleteExpiredSignIns(db: Db): Promise<number> {
  await sql`delete from auth_verifications where expires_at < now()`.execute(db);
  await sql`delete from auth_sessions where expires_at < now()`.execute(db);
  const { numAffectedRows } =
    await sql`delete from auth_users where not email_verified and created_at < now() - interval '7 days'
    and not exists (select from account_users where user_id = auth_users.id)`.execute(db);
  // Users who were removed from their last account.
  await sql`delete from auth_users where created_at < now() - interval '30 days'
    and not exists (select from account_users where user_id = auth_users.id)
    and not exists (select from auth_sessions where user_id = auth_users.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
