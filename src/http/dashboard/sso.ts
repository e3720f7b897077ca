import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseSsoSettings } from '#core/sso-input.ts';
import { changeSso, removeSso, setSsoEnforced, verifySso } from '#features/sso/change-sso.ts';
import { findSso, updateTwoFactorsRequired } from '#features/sso/sso-queries.ts';
import { ssoView } from '#features/sso/sso-view.ts';
import { callbackUrl } from '#features/sso/start-sso.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, switchField } from './json-body.ts';
import { requireProof } from './require-proof.ts';
import { ssoOffice } from './sso-sign-in.ts';

const path = '/dashboard/api/sso';

/** How members sign in: the provider of the account, and two factors. */
export function registerSso(app: FastifyInstance, context: ApiContext): void {
  app.get(path, dashboardRoute('sso.read'), async (request) => {
    const sso = await findSso(context.db, memberOf(request).accountId);
    return {
      ok: true,
      sso: sso === undefined ? null : ssoView(sso),
      redirect_uri: callbackUrl(context.config.apiBaseUrl),
      requires_two_factors: callerOf(request).account.requires_two_factors,
    };
  });

  app.put(path, dashboardRoute('sso.change'), async (request) => {
    await requireProof(context, callerOf(request));
    const settings = parseSsoSettings(jsonBody(request));
    if (!settings.ok) throw invalidRequest(settings);
    const sso = await changeSso(
      dbOf(context, request),
      ssoOffice(context),
      memberOf(request),
      settings.value,
    );
    return { ok: true, sso: ssoView(sso) };
  });

  app.post(`${path}/verify`, dashboardRoute('sso.change'), async (request) => {
    const sso = await verifySso(dbOf(context, request), context.dns, memberOf(request));
    return { ok: true, sso: ssoView(sso) };
  });

  app.patch(path, dashboardRoute('sso.change'), async (request) => {
    await requireProof(context, callerOf(request));
    const body = jsonBody(request);
    const [isEnforced, isStrict] = [
      switchField(body, 'is_enforced'),
      switchField(body, 'requires_two_factors'),
    ];
    const db = dbOf(context, request);
    if (isEnforced !== undefined) await setSsoEnforced(db, memberOf(request), isEnforced);
    if (isStrict !== undefined) await updateTwoFactorsRequired(db, memberOf(request).accountId, isStrict);
    return { ok: true };
  });

  app.delete(path, dashboardRoute('sso.change'), async (request) => {
    await requireProof(context, callerOf(request));
    await removeSso(dbOf(context, request), memberOf(request));
    return { ok: true };
  });
}
