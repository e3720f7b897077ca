import { sql } from 'kysely';
import type { MemberRoles } from '#core/member-input.ts';
import type { ProjectRole, Role } from '#core/role.ts';
import type { Db, Tx } from '../database.ts';

export interface InvitationRow {
  invitation_id: string;
  account_id: string;
  email: string;
  /** Null: only the projects. */
  role: Role | null;
  /** By project ID. */
  projects: Record<string, ProjectRole>;
  /** Null: an operator, or a user who was removed. */
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
}

export const invitationDays = 7;

interface NewInvitation extends MemberRoles {
  invitationId: string;
  accountId: string;
  email: string;
  tokenHash: Buffer;
  invitedBy: string | null;
}

const columns = sql`invitation_id, account_id, email, role, projects, invited_by, created_at, expires_at`;

/** A second invitation of the same address replaces the first one, whose link stops working. */
export async function upsertInvitation(tx: Tx, invitation: NewInvitation): Promise<InvitationRow> {
  const { invitationId, accountId, email, role, projects, tokenHash, invitedBy } = invitation;
  const { rows } = await sql<InvitationRow>`
    insert into invitations (invitation_id, account_id, email, role, projects, token_hash, invited_by, expires_at)
    values (${invitationId}, ${accountId}, ${email}, ${role}, ${JSON.stringify(Object.fromEntries(projects))}, ${tokenHash},
      ${invitedBy}, now() + ${invitationDays}::int * interval '1 day')
    on conflict (account_id, lower(email)) do update set role = excluded.role, projects = excluded.projects,
      token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
    returning ${columns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an invitation was not stored');
  return row;
}

/** Newest first, also expired ones until they are removed. */
export async function listInvitations(db: Db, accountId: string, limit: number): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations where account_id = ${accountId} order by created_at desc, invitation_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface OpenInvitation extends InvitationRow {
  account_email: string;
  inviter_name: string | null;
}

/** While it can be accepted. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select invitation_id, invitations.account_id, invitations.email, role, projects, invited_by, invitations.created_at, expires_at,
      accounts.email as account_email, auth_users.name as inviter_name
    from invitations join accounts using (account_id) left join auth_users on auth_users.id = invited_by
    where token_hash = ${tokenHash} and expires_at > now() and erased_at is null`.execute(db);
  return rows[0];
}

/** Takes it, with its present roles, while it can be accepted: of two requests at once, one gets it. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    delete from invitations where token_hash = ${tokenHash} and expires_at > now() returning ${columns}`.execute(
    tx,
  );
  return rows[0];
}

export async function findInvitation(
  tx: Tx,
  accountId: string,
  which: { invitationId: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const isIt =
    'email' in which
      ? sql`lower(email) = ${which.email.toLowerCase()}`
      : sql`invitation_id = ${which.invitationId}`;
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations where account_id = ${accountId} and ${isIt}`.execute(tx);
  return rows[0];
}

export async function deleteInvitation(tx: Tx, invitationId: string): Promise<void> {
  await sql`delete from invitations where invitation_id = ${invitationId}`.execute(tx);
}

/** Of somebody who may no longer invite. */
export async function deleteInvitationsBy(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`delete from invitations where account_id = ${accountId} and invited_by = ${userId}`.execute(tx);
}

export async function deleteExpiredInvitations(db: Db): Promise<void> {
  await sql`delete from invitations where expires_at < now()`.execute(db);
}
