import type { FastifyInstance } from 'fastify';
import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { cookiePrefix } from '#features/sign-in/create-auth.ts';
import { updateProved, updateUnproved } from '#features/sign-in/session-queries.ts';
import { finishSso } from '#features/sso/finish-sso.ts';
import { SsoError } from '#features/sso/sso-error.ts';
import { flowSeconds, openFlow, sealFlow } from '#features/sso/sso-flow.ts';
import { findSso, findSsoOfDomain, type SsoRow } from '#features/sso/sso-queries.ts';
import { type SsoOffice, startSso } from '#features/sso/start-sso.ts';
import type { ApiContext } from '../api-context.ts';
import { limitAddress } from '../limit-requests.ts';
import { firstQueryValue } from '../query.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, switchField, textField } from './json-body.ts';
import { findSession } from './require-session.ts';
import { cookieOf, setCookie } from './set-cookie.ts';
import { webHeaders } from './web-request.ts';

export function ssoOffice({ providers, secrets, config }: ApiContext): SsoOffice {
  return { providers, secrets, apiBaseUrl: config.apiBaseUrl };
}

/** Signing in with the provider of an account. */
export function registerSsoSignIn(app: FastifyInstance, context: ApiContext): void {
  const { db, secrets, config, clock, log } = context;
  const cookieName = `${cookiePrefix(config)}.sso`;

  /** The address to go to; null if the domain of the email address has no provider. */
  app.post('/dashboard/api/sso/start', dashboardRoute('public'), async (request, reply) => {
    await limitAddress(context, request);
    const body = jsonBody(request);
    const email = textField(body, 'email')?.trim().toLowerCase() ?? '';
    const isConfirming = switchField(body, 'reauthenticate') === true;
    const signedIn = isConfirming ? await findSession(context, request) : null;
    const ownId = signedIn?.session.ssoAccountId ?? null;
    // A provider confirms its own sessions only: others open accounts that don't trust it.
    if (isConfirming && ownId === null)
      throw new Refusal('forbidden', 'Confirm your identity with your password or passkey.');
    const sso =
      ownId === null ? await findSsoOfDomain(db, email.split('@').at(-1) ?? '') : await findSso(db, ownId);
    if (sso === undefined) return { ok: true, url: null };
    try {
      const { url, flow } = await startSso(ssoOffice(context), sso, {
        email: signedIn?.user.email ?? email,
        sessionId: signedIn?.session.id ?? null,
        nowMs: clock.nowMs(),
      });
      setCookie(reply, config, [cookieName, sealFlow(secrets, flow)], flowSeconds);
      return { ok: true, url };
    } catch (error) {
      if (!(error instanceof SsoError)) throw error;
      log.warn({ err: error.cause ?? error, account_id: sso.account_id }, 'a provider could not be reached');
      return { ok: true, url: null, error: error.code };
    }
  });

  app.get('/dashboard/api/sso/callback', dashboardRoute('public'), async (request, reply) => {
    // Before anything is asked of a provider.
    await limitAddress(context, request);
    const flow = openFlow(secrets, cookieOf(request, cookieName), clock.nowMs());
    // It works once.
    setCookie(reply, config, [cookieName, ''], 0);
    try {
      const sso = flow === null ? undefined : await findSso(db, flow.accountId);
      if (flow === null || sso === undefined || sso.verified_at === null) throw new SsoError('sso_failed');
      if (firstQueryValue(request, 'state') !== flow.state) throw new SsoError('sso_failed');
      const currentUrl = new URL(config.apiBaseUrl + request.url);
      const limits = await limitsOf(context, sso);
      const userId = await finishSso(db, ssoOffice(context), sso, { flow, currentUrl, limits });
      if (flow.sessionId !== null) {
        const signedIn = await findSession(context, request);
        const isSame = signedIn?.session.id === flow.sessionId && signedIn.user.id === userId;
        if (!isSame || signedIn?.session.ssoAccountId !== flow.accountId) throw new SsoError('sso_failed');
        await updateProved(db, flow.sessionId);
        return reply.redirect('/dashboard?confirmed=sso');
      }
      const response = await context.auth.api.startSsoSession({
        body: { userId, accountId: sso.account_id },
        headers: webHeaders(request),
        asResponse: true,
      });
      const { sessionId } = (await response.json()) as { sessionId: string };
      // The provider may have asked nothing: critical actions need a sign-in of their own.
      await updateUnproved(db, sessionId);
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      return reply.redirect('/dashboard');
    } catch (error) {
      const code = error instanceof SsoError ? error.code : 'sso_failed';
      log.warn(
        { err: error instanceof Error ? (error.cause ?? error) : error, account_id: flow?.accountId, code },
        'a sign-in with a provider failed',
      );
      return reply.redirect(`/dashboard/sign-in?error=${code}`);
    }
  });
}

async function limitsOf({ db, plans }: ApiContext, sso: SsoRow) {
  const account = await findAccount(db, sso.account_id);
  const entitlements = account && entitlementsOf(plans, account);
  if (!entitlements?.ok || account?.suspended_at !== null || account.erased_at !== null)
    throw new SsoError('sso_failed');
  return entitlements.value.limits;
}
