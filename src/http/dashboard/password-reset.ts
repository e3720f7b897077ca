import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { isEnough } from '#core/permissions.ts';
import { actAs } from '#features/act-as.ts';
import { findApiKey, listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { apiKeyView } from '#features/api-keys/api-key-view.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import type { Db } from '#features/database.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { listAccountsOf } from '#features/sign-in/membership-queries.ts';
import { deletePasskeys, findUserOfResetToken, listPasskeys } from '#features/sign-in/session-queries.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';

const rowsMax = 100;

/** Other access to the account, for a user who resets a stolen password. */
export function registerPasswordReset(app: FastifyInstance, context: ApiContext): void {
  app.post('/dashboard/api/password-reset/preview', dashboardRoute('public'), async (request) => {
    await limitResetLinks(context, request);
    const user = await findUserOfResetToken(context.db, textField(jsonBody(request), 'token') ?? '');
    if (user === null) throw new Refusal('not_found', 'This link has expired or has already been used.');
    const { id: userId, email } = user;
    const accounts = await listManagedAccounts(context.db, userId);
    const keys = (
      await Promise.all(accounts.map((accountId) => listApiKeys(context.db, accountId, rowsMax, null)))
    ).flat();
    const passkeys = await listPasskeys(context.db, userId);
    return {
      ok: true,
      email,
      keys: keys.filter(({ revoked_at }) => revoked_at === null).map(apiKeyView),
      passkeys: passkeys.map(({ id, name, created_at }) => ({
        passkey_id: id,
        name: name ?? '',
        created_at: created_at?.toISOString() ?? null,
      })),
    };
  });
}

/** Tries are limited per network: the token is in the path, so no table may store it. */
export async function limitResetLinks({ db, secrets }: ApiContext, request: FastifyRequest): Promise<void> {
  if (await countTry(db, secrets, clientNetwork(request.ip), tryLimits.resetLink)) return;
  throw new Refusal('rate_limited', 'Too many reset links were tried from your network. Try again later.', {
    retryAfterSeconds: tryLimits.resetLink.minutes * 60,
  });
}

export interface Revocations {
  keys: string[];
  passkeys: string[];
}

export function readRevocations(body: Record<string, unknown>): Revocations {
  return { keys: idList(body, 'revokeKeys'), passkeys: idList(body, 'revokePasskeys') };
}

/** Only those of the user of the link. */
export async function revokeAccess(
  { db }: ApiContext,
  userId: string,
  { keys, passkeys }: Revocations,
): Promise<void> {
  const accounts = await listManagedAccounts(db, userId);
  for (const id of keys) {
    const keyId = parseIdentifier('key', id);
    if (keyId === null) continue;
    const found = await Promise.all(accounts.map((accountId) => findApiKey(db, accountId, keyId, null)));
    if (found.some((key) => key !== undefined))
      await revokeApiKey(actAs(db, { kind: 'member', userId }), keyId);
  }
  if (passkeys.length > 0) await deletePasskeys(db, userId, passkeys);
}

/** Accounts whose keys the user may revoke. A mailbox alone opens no account that asks for more. */
async function listManagedAccounts(db: Db, userId: string): Promise<string[]> {
  const accounts = await listAccountsOf(db, userId);
  return accounts
    .filter(({ role, is_strict: isStrict }) => !isStrict && isEnough(role, 'keys.change'))
    .map(({ account_id }) => account_id);
}

function idList(body: Record<string, unknown>, name: string): string[] {
  const value = body[name] ?? [];
  if (Array.isArray(value) && value.length <= rowsMax && value.every((id) => typeof id === 'string'))
    return value;
  throw new Refusal('invalid_request', `${name} must be a list of at most ${rowsMax} ids.`);
}
