import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';

const sessionMs = 12 * 3_600_000;

/** Starts a session for somebody whom the provider of an account has identified. Only our own code calls it; it has no address. */
export function ssoSessions(): BetterAuthPlugin {
  return {
    id: 'waypost-sso',
    endpoints: {
      startSsoSession: createAuthEndpoint(
        '/waypost-sso/start',
        {
          method: 'POST',
          metadata: { SERVER_ONLY: true },
        },
        async (request) => {
          const { userId, accountId } = request.body as unknown as { userId: string; accountId: string };
          const { internalAdapter } = request.context;
          const user = await internalAdapter.findUserById(userId);
          if (user === null) throw new TypeError('the user was just created');
          const expiresAt = new Date(Date.now() + sessionMs);
          const session = await internalAdapter.createSession(
            userId,
            false,
            { ssoAccountId: accountId, expiresAt },
            true,
          );
          await setSessionCookie(request, { session, user });
          return request.json({ sessionId: session.id });
        },
      ),
    },
  };
}
