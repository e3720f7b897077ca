import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface Membership {
  account_id: string;
  /** Null: the account is not suspended (D74). */
  suspended_reason: string | null;
  erased_at: Date | null;
}

/** Only owners of one account: the next release has other roles, and several accounts per user. Without the column everybody is an owner. */
export async function findMembership(db: Db, userId: string): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select account_id, suspended_reason, erased_at from account_users join accounts using (account_id)
    where user_id = ${userId} and coalesce(to_jsonb(account_users) -> 'role', '"owner"') = '"owner"'
      and not exists (select from account_users other where other.user_id = ${userId} and other.account_id <> account_users.account_id)`.execute(
    db,
  );
  return rows[0];
}

export async function isMember(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from account_users where user_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The recipients of notices about changes of account access. */
export async function listOwnerAddresses(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where account_id = ${accountId}
    union select auth_users.email from account_users join auth_users on auth_users.id = user_id
      where account_id = ${accountId}`.execute(db);
  return rows.map(({ email }) => email);
}

export async function findAccountByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('account_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.account_id;
}

/** The first one stays: two requests of one user may arrive at once, and the next release lets members remove each other. */
export async function insertMembership(db: Db, userId: string, accountId: string): Promise<void> {
  await sql`insert into account_users (user_id, account_id)
    select ${userId}, ${accountId} where not exists (select from account_users where account_id = ${accountId})
    on conflict do nothing`.execute(db);
}

/** Does nothing if the address exists. */
export async function insertUser(db: Db, user: { id: string; name: string; email: string }): Promise<void> {
  await sql`insert into auth_users (id, name, email, email_verified) values (${user.id}, ${user.name}, ${user.email}, false)
    on conflict (email) do nothing`.execute(db);
}

/** Following a link in a mail proves the ownership of the mailbox. */
export async function updateEmailVerified(db: Db, userId: string): Promise<void> {
  await sql`update auth_users set email_verified = true, updated_at = now() where id = ${userId}`.execute(db);
}
