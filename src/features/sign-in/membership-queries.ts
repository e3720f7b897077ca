import { sql } from 'kysely';
import type { Db } from '../database.ts';

export async function findAccountOfUser(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_users')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.account_id;
}

export async function findAccountByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('account_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.account_id;
}

/** The first one stays: two requests of one person may come at once. */
export async function insertMembership(db: Db, userId: string, accountId: string): Promise<void> {
  await db
    .insertInto('account_users')
    .values({ user_id: userId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Nothing happens if the address is known. */
export async function insertUser(db: Db, user: { id: string; name: string; email: string }): Promise<void> {
  await sql`insert into auth_users (id, name, email, email_verified) values (${user.id}, ${user.name}, ${user.email}, false)
    on conflict (email) do nothing`.execute(db);
}

/** Who followed a link in a mail holds the mailbox. */
export async function updateEmailVerified(db: Db, userId: string): Promise<void> {
  await sql`update auth_users set email_verified = true, updated_at = now() where id = ${userId}`.execute(db);
}
