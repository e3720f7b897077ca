import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { verifyPassword } from '#features/sign-in/hash-password.ts';
import { findPasswordHash, updateProved } from '#features/sign-in/session-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { limitPasswordTries } from './limit-password-tries.ts';
import { requireSession } from './require-session.ts';

/** Confirms the password for actions that `requireProof` protects. With a passkey, the user signs in again instead. */
export function registerReauthenticate(app: FastifyInstance, context: ApiContext): void {
  app.post('/dashboard/api/reauthenticate', dashboardRoute('user'), async (request) => {
    const { user, session } = await requireSession(context, request);
    const password = textField(jsonBody(request), 'password') ?? '';
    await limitPasswordTries(context, request, user.email, session.id);
    const hash = await findPasswordHash(context.db, user.id);
    if (hash === null || !(await verifyPassword({ hash, password })))
      throw new Refusal('invalid_request', 'The password is wrong.');
    await updateProved(context.db, session.id);
    return { ok: true };
  });
}
