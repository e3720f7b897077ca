import { sql } from 'kysely';
import type { SsoRole } from '#core/sso-input.ts';
import type { Db, Tx } from '../database.ts';

export interface SsoRow {
  account_id: string;
  issuer: string;
  client_id: string;
  sealed_secret: Buffer;
  mail_domain: string;
  token: string;
  verified_at: Date | null;
  is_enforced: boolean;
  groups_claim: string;
  group_roles: Record<string, SsoRole>;
  default_role: SsoRole | null;
}

const columns =
  sql.raw(`account_id, issuer, client_id, sealed_secret, mail_domain, token, verified_at, is_enforced, groups_claim,
  group_roles, default_role`);

export async function findSso(db: Db | Tx, accountId: string): Promise<SsoRow | undefined> {
  const { rows } = await sql<SsoRow>`
    select ${columns} from sso_connections where account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The connection that has proved to own the domain. */
export async function findSsoOfDomain(db: Db, domain: string): Promise<SsoRow | undefined> {
  const { rows } = await sql<SsoRow>`
    select ${columns} from sso_connections where mail_domain = ${domain} and verified_at is not null`.execute(
    db,
  );
  return rows[0];
}

export type NewSso = Omit<SsoRow, 'verified_at' | 'is_enforced'>;

/** Another domain must be verified again. Another issuer or client knows other people. */
export async function upsertSso(tx: Tx, sso: NewSso): Promise<void> {
  await sql`
    insert into sso_connections as known (account_id, issuer, client_id, sealed_secret, mail_domain, token, groups_claim, group_roles, default_role)
    values (${sso.account_id}, ${sso.issuer}, ${sso.client_id}, ${sso.sealed_secret}, ${sso.mail_domain}, ${sso.token}, ${sso.groups_claim},
      ${JSON.stringify(sso.group_roles)}::jsonb, ${sso.default_role})
    on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
      mail_domain = excluded.mail_domain, groups_claim = excluded.groups_claim, group_roles = excluded.group_roles,
      default_role = excluded.default_role, updated_at = now(),
      token = case when known.mail_domain = excluded.mail_domain then known.token else excluded.token end,
      verified_at = case when known.mail_domain = excluded.mail_domain then known.verified_at end,
      is_enforced = known.is_enforced and known.mail_domain = excluded.mail_domain`.execute(tx);
}

export async function deleteIdentities(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from sso_identities where account_id = ${accountId}`.execute(tx);
}

/** Before the identities, which tell whose sessions to look for. */
export async function deleteSsoSessions(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from auth_sessions where sso_account_id = ${accountId}
    and user_id in (select user_id from sso_identities where account_id = ${accountId})`.execute(tx);
}

export async function updateSsoVerified(db: Db, accountId: string, token: string): Promise<void> {
  await sql`update sso_connections set verified_at = now(), updated_at = now()
    where account_id = ${accountId} and token = ${token} and verified_at is null`.execute(db);
}

export async function updateSsoEnforced(db: Db, accountId: string, isEnforced: boolean): Promise<boolean> {
  const { rows } = await sql`update sso_connections set is_enforced = ${isEnforced}, updated_at = now()
    where account_id = ${accountId} and verified_at is not null returning account_id`.execute(db);
  return rows.length > 0;
}

export async function deleteSso(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from sso_connections where account_id = ${accountId} returning account_id`.execute(tx);
  return rows.length > 0;
}

/** The accounts of an owner that require single sign-on. */
export async function listEnforcingAccounts(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from account_users join sso_connections using (account_id)
    where user_id = ${userId} and role = 'owner' and is_enforced`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Whether an owner could get in without the provider. */
export async function hasSafeOwner(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_users join auth_users on auth_users.id = user_id
    where account_id = ${accountId} and role = 'owner' and two_factor_enabled limit 1`.execute(db);
  return rows.length > 0;
}

export async function findIdentity(tx: Tx, accountId: string, subject: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from sso_identities where account_id = ${accountId} and subject = ${subject}`.execute(tx);
  return rows[0]?.user_id;
}

export async function hasIdentity(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sso_identities where account_id = ${accountId} and user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

export async function insertIdentity(
  tx: Tx,
  identity: { accountId: string; subject: string; userId: string },
): Promise<void> {
  await sql`insert into sso_identities (account_id, subject, user_id)
    values (${identity.accountId}, ${identity.subject}, ${identity.userId})`.execute(tx);
}

/** The user with this address. A new one has no password: the provider of the account knows who they are. */
export async function ensureUser(tx: Tx, user: { id: string; name: string; email: string }): Promise<string> {
  await sql`insert into auth_users (id, name, email, email_verified) values (${user.id}, ${user.name}, ${user.email}, true)
    on conflict (email) do nothing`.execute(tx);
  const { rows } = await sql<{ id: string }>`select id from auth_users where email = ${user.email}`.execute(
    tx,
  );
  return rows[0]?.id ?? user.id;
}

export async function updateTwoFactorsRequired(
  db: Db,
  accountId: string,
  isRequired: boolean,
): Promise<void> {
  await sql`update accounts set requires_two_factors = ${isRequired} where account_id = ${accountId}`.execute(
    db,
  );
}

export async function listSealedSso(db: Db): Promise<Pick<SsoRow, 'account_id' | 'sealed_secret'>[]> {
  const { rows } = await sql<Pick<SsoRow, 'account_id' | 'sealed_secret'>>`
    select account_id, sealed_secret from sso_connections`.execute(db);
  return rows;
}

/** Unless it was changed meanwhile. */
export async function updateSsoSealed(db: Db, accountId: string, was: Buffer, sealed: Buffer): Promise<void> {
  await sql`update sso_connections set sealed_secret = ${sealed}
    where account_id = ${accountId} and sealed_secret = ${was}`.execute(db);
}
