import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { registerAccountData } from './account-data.ts';
import { registerAccounts } from './accounts.ts';
import { admitMember, requireAccessRule } from './admit-member.ts';
import { registerAnalytics } from './analytics.ts';
import { registerApiKeys } from './api-keys.ts';
import { registerAuthHandler } from './auth-handler.ts';
import { checkOrigin } from './check-origin.ts';
import { registerDesigns } from './designs.ts';
import { registerDomains } from './domains.ts';
import { registerGetMe } from './get-me.ts';
import { registerGetUsage } from './get-usage.ts';
import { registerInvitations } from './invitations.ts';
import { registerLiveScans } from './live-scans.ts';
import { registerMembers } from './members.ts';
import { registerPages } from './pages.ts';
import { registerPasswordReset } from './password-reset.ts';
import { registerPatchAccount } from './patch-account.ts';
import { registerProjects } from './projects.ts';
import { registerQrCodeImages } from './qr-code-images.ts';
import { registerQrCodes } from './qr-codes.ts';
import { registerReauthenticate } from './reauthenticate.ts';
import { resignRequests } from './resign-requests.ts';
import { registerSignUp } from './sign-up.ts';

/** The requests of the dashboard: cookie sessions, and the same operations as `/v1`. */
export async function registerDashboard(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (dashboard) => {
    dashboard.addHook('onRoute', requireAccessRule);
    dashboard.addHook('onRequest', checkOrigin(context.config));
    dashboard.addHook('onRequest', resignRequests(context));
    dashboard.addHook('onRequest', admitMember(context));
    registerAuthHandler(dashboard, context);
    registerSignUp(dashboard, context);
    registerReauthenticate(dashboard, context);
    registerPasswordReset(dashboard, context);
    registerGetMe(dashboard, context);
    registerPatchAccount(dashboard, context);
    registerAccountData(dashboard, context);
    registerAccounts(dashboard, context);
    registerMembers(dashboard, context);
    registerInvitations(dashboard, context);
    registerGetUsage(dashboard, context);
    registerApiKeys(dashboard, context);
    registerProjects(dashboard, context);
    registerDomains(dashboard, context);
    registerQrCodes(dashboard, context);
    registerQrCodeImages(dashboard, context);
    registerDesigns(dashboard, context);
    registerAnalytics(dashboard, context);
    registerLiveScans(dashboard, context);
    registerPages(dashboard, context);
  });
}
