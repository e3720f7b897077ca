import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import type { SignedIn } from '#features/sign-in/create-auth.ts';
import { suspendedMessage } from '#features/sign-in/create-auth.ts';
import { ensureAccount } from '#features/sign-in/ensure-account.ts';
import type { ApiContext } from '../api-context.ts';
import { limitAddress, limitPerson } from '../limit-requests.ts';
import { recordOf } from '../request-record.ts';
import { webHeaders } from './web-request.ts';

export interface DashboardCaller extends SignedIn {
  accountId: string;
}

/** The signed-in user and their account. A revoked session ends with the next request. */
export async function requireSession(context: ApiContext, request: FastifyRequest): Promise<DashboardCaller> {
  const signedIn = await findSession(context, request);
  if (signedIn === null) {
    await limitAddress(context, request);
    throw new Refusal('unauthorized', 'Sign in first.');
  }
  await limitPerson(context, signedIn.user.id);
  const membership = await ensureAccount(context.db, context.plans, signedIn);
  recordOf(request).accountId = membership.account_id;
  if (membership.suspended_reason !== null)
    throw new Refusal('account_suspended', suspendedMessage(membership.suspended_reason));
  if (membership.erased_at !== null) throw new Refusal('unauthorized', 'This account was erased.');
  return { ...signedIn, accountId: membership.account_id };
}

/** better-auth reports "internal error" if it can't reach the database: that is temporary. */
export async function findSession({ auth }: ApiContext, request: FastifyRequest): Promise<SignedIn | null> {
  try {
    return await auth.api.getSession({ headers: webHeaders(request) });
  } catch (error) {
    throw new Refusal('service_unavailable', "You can't sign in right now. Try again.", {
      retryAfterSeconds: 2,
      cause: error,
    });
  }
}
