import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseTextField } from '#core/text-field.ts';
import { askForEmail, confirmEmail } from '#features/sign-in/confirm-email.ts';
import { updateUserName } from '#features/sign-in/membership-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { mailOffice } from './mail-office.ts';
import { limitResetLinks } from './password-reset.ts';
import { requireProof } from './require-proof.ts';
import { ownSessionOnly, requireSession } from './require-session.ts';

/** So that the response time doesn't reveal whether the address belongs to another user. */
const answerMs = 400;

/** Name and email address of the signed-in user, in all accounts. */
export function registerUsers(app: FastifyInstance, context: ApiContext): void {
  const { db, config, clock } = context;

  app.patch('/dashboard/api/user', dashboardRoute('user'), async (request) => {
    const caller = await requireSession(context, request);
    if (caller.session.ssoAccountId) throw ownSessionOnly();
    const body = jsonBody(request);
    // The user may have signed in as somebody else in another tab.
    if (textField(body, 'user_id') !== caller.user.id)
      throw new Refusal('conflict', 'You are signed in as another user now. Reload the page.');
    const [name, email] = [textField(body, 'name'), textField(body, 'email')];
    if ((name === undefined) === (email === undefined))
      throw new Refusal('invalid_request', 'Send name or email.');
    if (name !== undefined) {
      const parsed = parseTextField('name', name, { min: 1, max: 120 });
      if (!parsed.ok) throw invalidRequest(parsed);
      await updateUserName(db, caller.user.id, parsed.value);
    } else {
      await requireProof(context, caller);
      const floor = sleep(answerMs);
      await askForEmail(
        db,
        { office: mailOffice(context), apiBaseUrl: config.apiBaseUrl, nowMs: clock.nowMs() },
        caller.user,
        email ?? '',
      );
      await floor;
    }
    return { ok: true };
  });

  /** With the link from the mail. */
  app.post('/dashboard/api/user/email', dashboardRoute('public'), async (request) => {
    await limitResetLinks(context, request);
    const token = textField(jsonBody(request), 'token') ?? '';
    return { ok: true, ...(await confirmEmail(db, mailOffice(context), token)) };
  });
}
