import type { FastifyInstance } from 'fastify';
import { formatIdentifier } from '#core/identifier.ts';
import { type Action, can, permissions } from '#core/permissions.ts';
import { accountView } from '#features/accounts/account-view.ts';
import type { ApiContext } from '../api-context.ts';
import { readAccounts } from './accounts.ts';
import { callerOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';

const actions = Object.keys(permissions) as Action[];

/** The signed-in user, the account of the page, and the other accounts of the user. */
export function registerGetMe(app: FastifyInstance, context: ApiContext): void {
  app.get('/dashboard/api/me', dashboardRoute('account.read'), async (request) => {
    const { user, session, member, account } = callerOf(request);
    return {
      ok: true,
      user: { user_id: user.id, email: user.email, name: user.name },
      account: accountView(context.plans, account),
      role: member.role,
      project_roles: Object.fromEntries(
        [...member.projects].map(([projectId, role]) => [formatIdentifier('prj', projectId), role]),
      ),
      // What the member may do in all of the account.
      actions: actions.filter((action) => can({ ...member, projects: new Map() }, action)),
      project_actions: actions.filter((action) => can(member, action)),
      accounts: (await readAccounts(context.db, user.id)).filter(
        ({ account_id }) => !session.ssoAccountId || account_id === formatIdentifier('acc', member.accountId),
      ),
      is_sso_session: Boolean(session.ssoAccountId),
      // The licence of the included file requires a link next to its countries.
      has_own_country_file: context.config.countryFile !== null,
    };
  });
}
