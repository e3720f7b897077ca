import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { Db } from '#features/database.ts';
import {
  findMembership,
  listAccountsOf,
  updateSessionAccount,
} from '#features/sign-in/membership-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { requireSession } from './require-session.ts';

const path = '/dashboard/api/accounts';

/** The accounts of a user, for the list to switch between them. */
export async function readAccounts(db: Db, userId: string) {
  const accounts = await listAccountsOf(db, userId);
  return accounts.map(({ account_id, ...own }) => ({
    account_id: formatIdentifier('acc', account_id),
    ...own,
  }));
}

/** The accounts of a user, and switching between them. */
export function registerAccounts(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.get(path, dashboardRoute('user'), async (request) => {
    const { user } = await requireSession(context, request);
    return { ok: true, items: await readAccounts(db, user.id) };
  });

  app.post(`${path}/switch`, dashboardRoute('user'), async (request) => {
    const { user, session } = await requireSession(context, request);
    const accountId = parseIdentifier('acc', textField(jsonBody(request), 'account_id') ?? '');
    const membership = accountId === null ? undefined : await findMembership(db, user.id, { accountId });
    if (membership === undefined) throw new Refusal('not_found', 'There is no such account.');
    await updateSessionAccount(db, session.id, membership.account_id);
    return { ok: true };
  });
}
