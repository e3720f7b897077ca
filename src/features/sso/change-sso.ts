import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import type { SsoSettings } from '#core/sso-input.ts';
import type { DnsLookUp } from '#platform/dns-look-up.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { SsoError } from './sso-error.ts';
import {
  deleteIdentities,
  deleteSso,
  deleteSsoSessions,
  findSso,
  hasSafeOwner,
  type SsoRow,
  updateSsoEnforced,
  updateSsoVerified,
  upsertSso,
} from './sso-queries.ts';
import { openProvider, type SsoOffice, secretPurpose } from './start-sso.ts';

const tokenBytes = 16;

/** Saves the connection to a provider, if the provider answers. Sessions of another provider end. */
export async function changeSso(
  db: Db,
  office: SsoOffice,
  actor: Actor,
  settings: SsoSettings,
): Promise<SsoRow> {
  permit(actor, 'sso.change');
  const { accountId } = actor;
  const known = await findSso(db, accountId);
  const sealed = settings.clientSecret && office.secrets.seal(secretPurpose, settings.clientSecret);
  // A secret is never sent to a provider for which it was not entered.
  const isSame = known?.issuer === settings.issuer && known.client_id === settings.clientId;
  const sealedSecret = sealed || (isSame ? known?.sealed_secret : undefined);
  if (sealedSecret === undefined) throw new Refusal('invalid_request', 'client_secret is required.');
  const wanted = {
    account_id: accountId,
    issuer: settings.issuer,
    client_id: settings.clientId,
    sealed_secret: sealedSecret,
    mail_domain: settings.mailDomain,
    token: randomBytes(tokenBytes).toString('hex'),
    groups_claim: settings.groupsClaim,
    group_roles: settings.groupRoles,
    default_role: settings.defaultRole,
  };
  await requireAnswer(office, { ...wanted, verified_at: null, is_enforced: false });
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    await upsertSso(tx, wanted);
    if (known === undefined || (known.issuer === wanted.issuer && known.client_id === wanted.client_id))
      return;
    await deleteSsoSessions(tx, accountId);
    await deleteIdentities(tx, accountId);
  });
  return requireSso(db, accountId);
}

async function requireAnswer(office: SsoOffice, sso: SsoRow): Promise<void> {
  try {
    await openProvider(office, sso);
  } catch (error) {
    const cause =
      error instanceof SsoError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new Refusal(
      'invalid_request',
      `The provider at ${sso.issuer} didn't return its OpenID configuration${cause}. Check the issuer.`,
    );
  }
}

export function ssoRecord({ mail_domain, token }: Pick<SsoRow, 'mail_domain' | 'token'>) {
  return { name: `_waypost-sso.${mail_domain}`, value: `waypost-sso=${token}` };
}

/** The first account that proves to own a mail domain gets it. */
export async function verifySso(db: Db, dns: DnsLookUp, actor: Actor): Promise<SsoRow> {
  permit(actor, 'sso.change');
  const sso = await requireSso(db, actor.accountId);
  const { name, value } = ssoRecord(sso);
  const found = await dns.texts(name);
  if (found.kind === 'unknown')
    throw new Refusal('service_unavailable', "The DNS servers didn't answer. Try again.", {
      retryAfterSeconds: 5,
    });
  if (found.kind === 'none' || !found.values.includes(value))
    throw new Refusal('conflict', `There is no TXT record ${name} with the value ${value} yet.`);
  try {
    await updateSsoVerified(db, actor.accountId, sso.token);
  } catch (error) {
    if (!isUniqueViolation(error, 'sso_connections_domain')) throw error;
    throw new Refusal('conflict', 'Another account uses this mail domain for single sign-on.');
  }
  return requireSso(db, actor.accountId);
}

/** From the next request on, members need a session of the provider. An owner with two factors can always get in. */
export async function setSsoEnforced(db: Db, actor: Actor, isEnforced: boolean): Promise<SsoRow> {
  permit(actor, 'sso.change');
  if (isEnforced && !(await hasSafeOwner(db, actor.accountId)))
    throw new Refusal(
      'conflict',
      'No owner has two factors. Turn them on first, so that somebody can get in if the provider fails.',
    );
  if (!(await updateSsoEnforced(db, actor.accountId, isEnforced)))
    throw new Refusal('conflict', 'Verify the mail domain first.');
  return requireSso(db, actor.accountId);
}

/** Sessions of the provider end. */
export async function removeSso(db: Db, actor: Actor): Promise<void> {
  permit(actor, 'sso.change');
  const isRemoved = await db.transaction().execute(async (tx) => {
    await deleteSsoSessions(tx, actor.accountId);
    return deleteSso(tx, actor.accountId);
  });
  if (!isRemoved) throw noSso();
}

async function requireSso(db: Db, accountId: string): Promise<SsoRow> {
  const sso = await findSso(db, accountId);
  if (sso === undefined) throw noSso();
  return sso;
}

function noSso(): Refusal {
  return new Refusal('not_found', 'Single sign-on is not set up.');
}
