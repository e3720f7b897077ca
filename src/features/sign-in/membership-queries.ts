import { sql } from 'kysely';
import type { ProjectRole, Role } from '#core/role.ts';
import type { Db } from '../database.ts';

export interface Membership {
  account_id: string;
  /** Null: only in single projects. */
  role: Role | null;
  /** Roles in single projects, by project ID. */
  projects: Record<string, ProjectRole>;
  /** Null: the account is not suspended (D74). */
  suspended_reason: string | null;
  erased_at: Date | null;
  /** Whether members must use single sign-on. */
  is_sso_enforced: boolean;
  requires_two_factors: boolean;
}

/** Roles by project ID, of a row of `account_users` named `member`. */
export const projectRoles = sql`coalesce((
  select jsonb_object_agg(own.project_id, own.role) from member_projects own
  where own.account_id = member.account_id and own.user_id = member.user_id), '{}')`;

/** The chosen account of a user. Without a choice: the one that the session works on, or else the first one that is not suspended. */
export async function findMembership(
  db: Db,
  userId: string,
  choice: { accountId?: string | null; sessionId?: string } = {},
): Promise<Membership | undefined> {
  const { accountId = null, sessionId = '' } = choice;
  const { rows } = await sql<Membership>`
    select account_id, member.role, suspended_reason, erased_at, ${projectRoles} as projects, requires_two_factors,
      exists (select from sso_connections sso where sso.account_id = member.account_id and is_enforced) as is_sso_enforced
    from account_users member join accounts using (account_id)
    where user_id = ${userId} and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
    order by erased_at is not null, account_id is not distinct from (select coalesce(session.sso_account_id, session.account_id) from auth_sessions session where id = ${sessionId}) desc,
      suspended_at is not null, joined_at, account_id limit 1`.execute(db);
  return rows[0];
}

export interface AccountOfUser {
  account_id: string;
  email: string;
  role: Role | null;
  is_suspended: boolean;
  /** Whether a password alone is not enough. */
  is_strict: boolean;
}

const accountsMax = 200;

/** In the order in which the user joined them. */
export async function listAccountsOf(db: Db, userId: string): Promise<AccountOfUser[]> {
  const { rows } = await sql<AccountOfUser>`
    select account_id, email, role, suspended_at is not null as is_suspended, requires_two_factors
      or exists (select from sso_connections sso where sso.account_id = accounts.account_id and is_enforced) as is_strict
    from account_users join accounts using (account_id) where user_id = ${userId} and erased_at is null
    order by joined_at, account_id limit ${accountsMax}`.execute(db);
  return rows;
}

/** The account that a session works on from now on. */
export async function updateSessionAccount(db: Db, sessionId: string, accountId: string): Promise<void> {
  await sql`update auth_sessions set account_id = ${accountId} where id = ${sessionId}`.execute(db);
}

/** The recipients of notices about changes of account access. The address of the account counts until it has members. */
export async function listOwnerAddresses(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select auth_users.email from account_users join auth_users on auth_users.id = user_id
      where account_id = ${accountId} and role = 'owner'
    union all select email from accounts where account_id = ${accountId}
      and not exists (select from account_users where account_id = ${accountId})`.execute(db);
  return rows.map(({ email }) => email);
}

/** Of a user who is still a member. */
export async function findMemberAddress(
  db: Db,
  accountId: string,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth_users join account_users on user_id = id
    where id = ${userId} and account_id = ${accountId}`.execute(db);
  return rows[0]?.email;
}

export async function findAccountByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('account_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.account_id;
}

/** As an owner, if the account has no owner: somebody who was removed doesn't get back in because the account has their address. */
export async function insertFirstMember(db: Db, userId: string, accountId: string): Promise<void> {
  await sql`insert into account_users (user_id, account_id, role)
    select ${userId}, ${accountId}, 'owner'
    where not exists (select from account_users where account_id = ${accountId} and role = 'owner')
    on conflict do nothing`.execute(db);
}

/** Does nothing if the address exists. */
export async function insertUser(db: Db, user: { id: string; name: string; email: string }): Promise<void> {
  await sql`insert into auth_users (id, name, email, email_verified) values (${user.id}, ${user.name}, ${user.email}, false)
    on conflict (email) do nothing`.execute(db);
}

export async function updateUserName(db: Db, userId: string, name: string): Promise<void> {
  await sql`update auth_users set name = ${name}, updated_at = now() where id = ${userId}`.execute(db);
}

/** Following a link in a mail proves the ownership of the mailbox. */
export async function updateEmailVerified(db: Db, userId: string): Promise<void> {
  await sql`update auth_users set email_verified = true, updated_at = now() where id = ${userId}`.execute(db);
}
