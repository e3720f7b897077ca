import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { accountView } from '#features/accounts/account-view.ts';
import type { ApiContext } from '../api-context.ts';
import { requireSession } from './require-session.ts';

/** The signed-in user and account. */
export function registerGetMe(app: FastifyInstance, context: ApiContext): void {
  app.get('/dashboard/api/me', { schema: { hide: true } }, async (request) => {
    const caller = await requireSession(context, request);
    const account = await findAccount(context.db, caller.accountId);
    if (account === undefined) throw new Refusal('unauthorized', 'Sign in first.');
    const { email, name } = caller.user;
    return {
      ok: true,
      user: { email, name },
      account: accountView(context.plans, account),
      // The licence of the included file requires a link next to its countries.
      has_own_country_file: context.config.countryFile !== null,
    };
  });
}
