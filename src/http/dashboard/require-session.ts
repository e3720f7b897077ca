import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import type { SignedIn } from '#features/sign-in/create-auth.ts';
import type { ApiContext } from '../api-context.ts';
import { limitAddress, limitPerson } from '../limit-requests.ts';
import { webHeaders } from './web-request.ts';

/** The signed-in user. A revoked session ends with the next request. */
export async function requireSession(context: ApiContext, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await findSession(context, request);
  if (signedIn === null) {
    await limitAddress(context, request);
    throw new Refusal('unauthorized', 'Sign in first.');
  }
  await limitPerson(context, signedIn.user.id);
  if (signedIn.session.ssoAccountId && request.routeOptions.config.access === 'user') throw ownSessionOnly();
  return signedIn;
}

/** What concerns the user in all accounts is not open to the provider of one of them. */
export function ownSessionOnly(): Refusal {
  return new Refusal(
    'forbidden',
    "This isn't possible with single sign-on. Sign in with your password or passkey first.",
  );
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
