import type { FastifyRequest } from 'fastify';
import type { Member } from '#core/actor.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseTimeZone } from '#core/time-zone.ts';
import { type AccountRow, findAccount } from '#features/accounts/account-queries.ts';
import type { SignedIn } from '#features/sign-in/create-auth.ts';
import { suspendedMessage } from '#features/sign-in/create-auth.ts';
import { ensureAccount, noAccess } from '#features/sign-in/ensure-account.ts';
import type { Membership } from '#features/sign-in/membership-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { firstQueryValue } from '../query.ts';
import { recordOf } from '../request-record.ts';
import { requireSession } from './require-session.ts';

/**
 * A page says for which account it was loaded: the user may have switched to another one in another tab. Links and event streams, which can't
 * send a header, say it in the query.
 */
const accountHeader = 'x-waypost-account';
const accountParameter = 'account';
/** The zone of the browser, which a new account begins with. */
const timeZoneHeader = 'x-waypost-timezone';

export interface DashboardCaller extends SignedIn {
  member: Member;
  account: AccountRow;
}

/** The signed-in user as a member of the account that the page shows, or else of the one that the session works on. */
export async function requireMember(context: ApiContext, request: FastifyRequest): Promise<DashboardCaller> {
  const { db, plans } = context;
  const signedIn = await requireSession(context, request);
  const { ssoAccountId = null } = signedIn.session;
  const named = readAccount(request);
  // A session of single sign-on is worth nothing elsewhere: another account may not trust that provider.
  if (ssoAccountId !== null && named !== null && named !== ssoAccountId) throw noAccess();
  const membership = await ensureAccount(db, plans, signedIn, named ?? ssoAccountId, readTimeZone(request));
  const { account_id: accountId, role } = membership;
  requireWayIn(signedIn, membership);
  recordOf(request).accountId = accountId;
  if (membership.suspended_reason !== null)
    throw new Refusal('account_suspended', suspendedMessage(membership.suspended_reason));
  if (membership.erased_at !== null) throw new Refusal('unauthorized', 'This account was erased.');
  const account = await findAccount(db, accountId);
  if (account === undefined) throw new Refusal('unauthorized', 'Sign in first.');
  const entitlements = entitlementsOf(plans, account);
  if (!entitlements.ok)
    throw new Refusal(
      'service_unavailable',
      'The limits of this account are misconfigured. Contact support.',
      { retryAfterSeconds: 60 },
    );
  const projects = new Map(Object.entries(membership.projects));
  const userId = signedIn.user.id;
  return {
    ...signedIn,
    account,
    member: { kind: 'member', accountId, userId, role, projects, entitlements: entitlements.value },
  };
}

/** Whether the account accepts how the user signed in. Asked with every request, so a change takes effect with the next one. */
export function requireWayIn(
  { user, session }: SignedIn,
  { account_id: accountId, role, is_sso_enforced: isEnforced, requires_two_factors: isStrict }: Membership,
): void {
  if (session.ssoAccountId === accountId || (!isEnforced && !isStrict)) return;
  // Then a password alone starts no session. A passkey beside it would not prevent that.
  const isStrong = user.twoFactorEnabled === true;
  // An owner with two factors can always get in, also if the provider is broken.
  if (isEnforced && !(role === 'owner' && isStrong))
    throw new Refusal('sso_required', 'This account uses single sign-on. Sign in with your provider.');
  if (isStrict && !isStrong)
    throw new Refusal(
      'two_factor_required',
      'This account requires two factors. Turn on two-factor authentication first.',
    );
}

/** Some browsers know no zone, or one that we don't know. */
function readTimeZone(request: FastifyRequest): string {
  const named = request.headers[timeZoneHeader];
  return (typeof named === 'string' ? parseTimeZone(named) : null) ?? 'UTC';
}

function readAccount(request: FastifyRequest): string | null {
  const named = request.headers[accountHeader] ?? firstQueryValue(request, accountParameter);
  if (named === undefined) return null;
  const accountId = typeof named === 'string' ? parseIdentifier('acc', named) : null;
  if (accountId === null) throw new Refusal('invalid_request', 'The account must be an account ID.');
  return accountId;
}
