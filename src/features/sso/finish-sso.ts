import * as oidc from 'openid-client';
import { parseEmailAddress } from '#core/email-address.ts';
import type { Limits } from '#core/plan-limits.ts';
import { roleOfGroups, type SsoRole } from '#core/sso-input.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import { actAs } from '../act-as.ts';
import type { Db, Tx } from '../database.ts';
import { deleteInvitationsBy } from '../members/invitation-queries.ts';
import { countSeats, findMember, insertMember, updateMember } from '../members/member-queries.ts';
import { SsoError } from './sso-error.ts';
import type { SsoFlow } from './sso-flow.ts';
import {
  ensureUser,
  findIdentity,
  findSso,
  hasIdentity,
  insertIdentity,
  type SsoRow,
} from './sso-queries.ts';
import { openProvider, type SsoOffice } from './start-sso.ts';

/** What a provider says about somebody. */
interface Person {
  subject: string;
  email: string;
  name: string;
  role: SsoRole;
  /** False: the default role, which is for new members only. */
  isByGroup: boolean;
}

/** Whom the provider has identified: checks its response, then finds or makes the member. Returns the user. */
export async function finishSso(
  db: Db,
  office: SsoOffice,
  sso: SsoRow,
  { flow, currentUrl, limits }: { flow: SsoFlow; currentUrl: URL; limits: Limits },
): Promise<string> {
  const person = await readPerson(office, sso, flow, currentUrl);
  const userId = newUuid();
  return actAs(db, { kind: 'system' })
    .transaction()
    .execute((tx) => admitPerson(tx, sso, person, userId, limits));
}

async function readPerson(office: SsoOffice, sso: SsoRow, flow: SsoFlow, currentUrl: URL): Promise<Person> {
  const configuration = await openProvider(office, sso);
  const claims = await readClaims(configuration, flow, currentUrl);
  const address = parseEmailAddress('email', typeof claims['email'] === 'string' ? claims['email'] : '');
  if (claims['email_verified'] !== true || !address.ok) throw new SsoError('sso_email_unverified');
  const email = address.value.toLowerCase();
  if (email.split('@').at(-1) !== sso.mail_domain) throw new SsoError('sso_wrong_domain');
  const role = roleOfGroups(
    { groupRoles: sso.group_roles, defaultRole: sso.default_role },
    claims[sso.groups_claim],
  );
  if (role === null) throw new SsoError('sso_no_role');
  const name = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 120) : '';
  const isByGroup =
    roleOfGroups({ groupRoles: sso.group_roles, defaultRole: null }, claims[sso.groups_claim]) !== null;
  return { subject: String(claims['sub']), email, name: name || 'Member', role, isByGroup };
}

/** The library checks state, nonce, signature, issuer, audience, expiry and, to confirm an identity, the time of the sign-in. */
async function readClaims(
  configuration: oidc.Configuration,
  flow: SsoFlow,
  currentUrl: URL,
): Promise<Record<string, unknown>> {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, currentUrl, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
      ...(flow.sessionId !== null && { maxAge: 60 }),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new SsoError('sso_failed');
    if (typeof claims['email'] === 'string') return claims;
    return { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
  } catch (error) {
    throw error instanceof SsoError ? error : new SsoError('sso_failed', error);
  }
}

/** A subject is one user for ever: an address that was given to somebody else at the provider doesn't open the old one's membership. */
async function admitPerson(
  tx: Tx,
  sso: SsoRow,
  person: Person,
  newId: string,
  limits: Limits,
): Promise<string> {
  const accountId = sso.account_id;
  await lockAccount(tx, accountId);
  // Somebody may have chosen another provider while this one answered.
  const now = await findSso(tx, accountId);
  const isSame =
    now?.issuer === sso.issuer && now.client_id === sso.client_id && now.mail_domain === sso.mail_domain;
  if (!isSame || now?.verified_at === null) throw new SsoError('sso_failed');
  const known = await findIdentity(tx, accountId, person.subject);
  const userId = known ?? (await ensureUser(tx, { id: newId, name: person.name, email: person.email }));
  if (known === undefined) {
    if (await hasIdentity(tx, accountId, userId)) throw new SsoError('sso_other_identity');
    await insertIdentity(tx, { accountId, subject: person.subject, userId });
  }
  const member = await findMember(tx, accountId, userId);
  if (member === undefined) {
    if ((await countSeats(tx, accountId, person.email)) >= limits.members) throw new SsoError('sso_full');
    await insertMember(tx, accountId, userId, { role: person.role, projects: new Map() });
  } else if (person.isByGroup && member.role !== 'owner' && member.role !== person.role) {
    // As with every change of a role: their invitations were given with the old one.
    await deleteInvitationsBy(tx, accountId, userId);
    const projects = new Map(Object.entries(member.projects));
    await updateMember(tx, accountId, userId, { role: person.role, projects });
  }
  return userId;
}
