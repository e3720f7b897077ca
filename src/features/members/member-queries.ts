import { sql } from 'kysely';
import type { MemberRoles } from '#core/member-input.ts';
import type { ProjectRole, Role } from '#core/role.ts';
import type { Db, Tx } from '../database.ts';
import { projectRoles } from '../sign-in/membership-queries.ts';

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role | null;
  /** By project ID. */
  projects: Record<string, ProjectRole>;
  has_second_factor: boolean;
  joined_at: Date;
}

/** Owners first, then in the order in which they joined. */
export async function listMembers(db: Db, accountId: string, limit: number): Promise<MemberRow[]> {
  return selectMembers(db, accountId, null, limit);
}

export async function findMember(db: Db, accountId: string, userId: string): Promise<MemberRow | undefined> {
  const [member] = await selectMembers(db, accountId, userId, 1);
  return member;
}

async function selectMembers(
  db: Db,
  accountId: string,
  userId: string | null,
  limit: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select user_id, name, email, role, joined_at, coalesce(two_factor_enabled, false) as has_second_factor, ${projectRoles} as projects
    from account_users member join auth_users on auth_users.id = user_id
    where account_id = ${accountId} and (${userId}::text is null or user_id = ${userId})
    order by role = 'owner' desc nulls last, joined_at, user_id limit ${limit}`.execute(db);
  return rows;
}

export async function hasMemberWithAddress(db: Db, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`select from account_users join auth_users on auth_users.id = user_id
    where account_id = ${accountId} and lower(email) = ${email.toLowerCase()}`.execute(db);
  return rows.length > 0;
}

/** Members, and invitations that can be accepted except those to this address. */
export async function countSeats(db: Db, accountId: string, email: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select (select count(*)::int from account_users where account_id = ${accountId})
      + (select count(*)::int from invitations where account_id = ${accountId} and expires_at > now()
        and lower(email) <> ${email.toLowerCase()}) as seats`.execute(db);
  return rows[0]?.seats ?? 0;
}

export async function countMembers(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from account_users where account_id = ${accountId}`.execute(db);
  return rows[0]?.members ?? 0;
}

export async function countOwners(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(*)::int as owners from account_users where account_id = ${accountId} and role = 'owner'`.execute(
    tx,
  );
  return rows[0]?.owners ?? 0;
}

/** Whether nobody else could get in if the provider of an account that enforces single sign-on failed. */
export async function isLastWayIn(db: Db | Tx, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sso_connections where account_id = ${accountId} and is_enforced and not exists (
      select from account_users join auth_users on auth_users.id = user_id
      where account_id = ${accountId} and role = 'owner' and user_id <> ${userId} and two_factor_enabled)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Somebody who is a member already keeps their roles. */
export async function insertMember(
  tx: Tx,
  accountId: string,
  userId: string,
  { role, projects }: MemberRoles,
): Promise<boolean> {
  const { rows } = await sql`insert into account_users (account_id, user_id, role)
    values (${accountId}, ${userId}, ${role}) on conflict do nothing returning user_id`.execute(tx);
  if (rows.length === 0) return false;
  await insertMemberProjects(tx, accountId, userId, projects);
  return true;
}

export async function updateMember(
  tx: Tx,
  accountId: string,
  userId: string,
  { role, projects }: MemberRoles,
): Promise<void> {
  await sql`delete from member_projects where account_id = ${accountId} and user_id = ${userId}`.execute(tx);
  await sql`update account_users set role = ${role} where account_id = ${accountId} and user_id = ${userId}`.execute(
    tx,
  );
  await insertMemberProjects(tx, accountId, userId, projects);
}

export async function deleteMember(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`delete from account_users where account_id = ${accountId} and user_id = ${userId}`.execute(tx);
}

/** Projects of other accounts are left out. */
async function insertMemberProjects(
  tx: Tx,
  accountId: string,
  userId: string,
  projects: ReadonlyMap<string, ProjectRole>,
): Promise<void> {
  await sql`insert into member_projects (account_id, user_id, project_id, role)
    select ${accountId}, ${userId}, project_id, given.role
    from unnest(${[...projects.keys()]}::uuid[], ${[...projects.values()]}::text[]) as given (project_id, role)
    join projects using (project_id) where account_id = ${accountId}`.execute(tx);
}

/** How many of these projects the account has. */
export async function countOwnProjects(db: Db, accountId: string, projectIds: string[]): Promise<number> {
  const { rows } = await sql<{ own: number }>`
    select count(*)::int as own from projects where account_id = ${accountId} and project_id = any(${projectIds}::uuid[])`.execute(
    db,
  );
  return rows[0]?.own ?? 0;
}
