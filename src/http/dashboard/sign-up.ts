import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { makeChallenge, requireSolved } from '#features/sign-in/make-challenge.ts';
import { signUp } from '#features/sign-in/sign-up.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';

/** So that the response time doesn't reveal whether a mail was sent. */
const answerMs = 400;
const path = '/dashboard/api/sign-up';
const options = dashboardRoute('public');

export function registerSignUp(app: FastifyInstance, context: ApiContext): void {
  const { db, auth, config, secrets, clock } = context;

  /** A puzzle that costs a browser a second, if the operator requires it for sign-up; null otherwise. */
  app.get(`${path}/challenge`, options, async () => ({
    ok: true,
    challenge: config.abuse.signUpProof ? makeChallenge(secrets, clock.nowMs()) : null,
  }));

  app.post(path, options, async (request) => {
    const body = jsonBody(request);
    const input = { name: textField(body, 'name') ?? '', email: textField(body, 'email') ?? '' };
    if (!(await countTry(db, secrets, clientNetwork(request.ip), tryLimits.signUp)))
      throw new Refusal('rate_limited', 'Too many sign-ups from your network. Try again in an hour.', {
        retryAfterSeconds: 3_600,
      });
    if (config.abuse.signUpProof)
      await requireSolved(db, secrets, textField(body, 'proof') ?? '', clock.nowMs());
    const floor = sleep(answerMs);
    await signUp(db, auth, { secrets, apiBaseUrl: config.apiBaseUrl }, input);
    await floor;
    return { ok: true, message: 'If this address can have an account, we have sent it an email.' };
  });
}
