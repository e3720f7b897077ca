import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { accountView } from '#features/accounts/account-view.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';

/** The time zone of the account, used by schedule rules and charts. Only the operator can change plan and limits. */
export function registerPatchAccount(app: FastifyInstance, context: ApiContext): void {
  app.patch('/dashboard/api/account', dashboardRoute('account.change'), async (request) => {
    const { accountId } = memberOf(request);
    const timeZone = textField(jsonBody(request), 'timezone');
    if (timeZone === undefined)
      throw new Refusal('invalid_request', 'The body contains no changes. Send timezone.');
    const account = await changeAccount(dbOf(context, request), context.plans, accountId, { timeZone });
    if (account === null) throw new Refusal('not_found', 'There is no such account.');
    return { ok: true, account: accountView(context.plans, account) };
  });
}
