import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { findApiKey, listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { apiKeyView } from '#features/api-keys/api-key-view.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { findMembership } from '#features/sign-in/membership-queries.ts';
import { deletePasskeys, findUserOfResetToken, listPasskeys } from '#features/sign-in/session-queries.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { ApiContext } from '../api-context.ts';
import { jsonBody, textField } from './json-body.ts';

const rowsMax = 100;

/** Other access to the account, for a user who resets a stolen password. */
export function registerPasswordReset(app: FastifyInstance, context: ApiContext): void {
  app.post('/dashboard/api/password-reset/preview', { schema: { hide: true } }, async (request) => {
    await limitResetLinks(context, request);
    const userId = await findUserOfResetToken(context.db, textField(jsonBody(request), 'token') ?? '');
    if (userId === null) throw new Refusal('not_found', 'This link has expired or has already been used.');
    const membership = await findMembership(context.db, userId);
    const keys = membership ? await listApiKeys(context.db, membership.account_id, rowsMax) : [];
    const passkeys = await listPasskeys(context.db, userId);
    return {
      ok: true,
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
  const membership = await findMembership(db, userId);
  for (const id of keys) {
    const keyId = parseIdentifier('key', id);
    const key = keyId && membership && (await findApiKey(db, membership.account_id, keyId));
    if (key) await revokeApiKey(db, key.key_id);
  }
  if (passkeys.length > 0) await deletePasskeys(db, userId, passkeys);
}

function idList(body: Record<string, unknown>, name: string): string[] {
  const value = body[name] ?? [];
  if (Array.isArray(value) && value.length <= rowsMax && value.every((id) => typeof id === 'string'))
    return value;
  throw new Refusal('invalid_request', `${name} must be a list of at most ${rowsMax} ids.`);
}
