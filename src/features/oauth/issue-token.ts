import { randomBytes } from 'node:crypto';
import { makeApiKey, tokenPrefix } from '#core/api-key.ts';
import { hasScope, isScope } from '#core/scopes.ts';
import { hashApiKey } from '../api-keys/create-api-key.ts';
import type { Db } from '../database.ts';
import { OauthError } from './oauth-error.ts';
import type { OauthClient } from './require-client.ts';
import { deleteOldestTokens, insertToken, lockClient } from './token-queries.ts';

const lifeSecondsMax = 1_800;
const tokensMax = 100;

/** Client credentials grant (RFC 6749 §4.4). Tokens are looked up like keys, so their revocation takes effect as quickly. */
export async function issueToken(
  db: Db,
  client: OauthClient,
  wanted: string | null,
  nowMs: number,
): Promise<{ token: string; scopes: string[]; lifeSeconds: number }> {
  if (!client.isAllowed)
    throw new OauthError('unauthorized_client', 'This account can not use OAuth clients at the moment.');
  const scopes = chooseScopes(client, wanted);
  const token = makeApiKey(randomBytes, tokenPrefix);
  const leftSeconds = Math.ceil(((client.expiresAt?.getTime() ?? Infinity) - nowMs) / 1_000);
  const lifeSeconds = Math.max(1, Math.min(lifeSecondsMax, leftSeconds));
  await db.transaction().execute(async (tx) => {
    await lockClient(tx, client.keyId);
    await deleteOldestTokens(tx, client.keyId, tokensMax - 1);
    await insertToken(tx, { tokenHash: hashApiKey(token), clientId: client.keyId, scopes, lifeSeconds });
  });
  return { token, scopes, lifeSeconds };
}

function chooseScopes(client: OauthClient, wanted: string | null): string[] {
  if (wanted === null) return client.scopes;
  const asked = wanted.split(' ');
  // Narrower scopes are fine: qr.read instead of qr.write.
  const isGranted = asked.every((scope) => isScope(scope) && hasScope(client.scopes, scope));
  if (!isGranted) throw new OauthError('invalid_scope', 'This client does not have all of these scopes.');
  return [...new Set(asked)];
}
