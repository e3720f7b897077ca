import { randomBytes, timingSafeEqual } from 'node:crypto';
import { makeApiKey, tokenPrefix } from '#core/api-key.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { parseIdentifier } from '#core/identifier.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { isScope } from '#core/scopes.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { hashApiKey } from '../api-keys/create-api-key.ts';
import type { Db, Tx } from '../database.ts';
import { OauthError } from './oauth-error.ts';
import { type ClientRow, deleteOldestTokens, insertToken, lockClient } from './token-queries.ts';

export const tokenLifeSeconds = 1_800;
const tokensMax = 100;

export interface ClientCredentials {
  clientId: string;
  secret: string;
}

/** Client credentials grant (RFC 6749 §4.4). Tokens are looked up like keys, so their revocation takes effect as quickly. */
export async function issueToken(
  db: Db,
  plans: PlanCatalogue,
  credentials: ClientCredentials,
  wanted: string | null,
): Promise<{ token: string; scopes: string[] }> {
  return db.transaction().execute(async (tx) => {
    const client = await requireClient(tx, credentials);
    const account = await findAccount(tx, client.account_id);
    const entitlements = account && entitlementsOf(plans, account);
    if (!entitlements?.ok || !entitlements.value.plan.oauth || account?.suspended_at !== null)
      throw new OauthError('unauthorized_client', 'The plan of this account does not include OAuth clients.');
    const scopes = chooseScopes(client, wanted);
    const token = makeApiKey(randomBytes, tokenPrefix);
    await deleteOldestTokens(tx, client.key_id, tokensMax - 1);
    await insertToken(tx, {
      tokenHash: hashApiKey(token),
      clientId: client.key_id,
      scopes,
      lifeSeconds: tokenLifeSeconds,
    });
    return { token, scopes };
  });
}

/** The client, if its secret is right. */
export async function requireClient(tx: Tx, { clientId, secret }: ClientCredentials): Promise<ClientRow> {
  const uuid = parseIdentifier('cli', clientId);
  const client = uuid === null ? undefined : await lockClient(tx, uuid);
  if (client === undefined || !timingSafeEqual(client.key_hash, hashApiKey(secret)))
    throw new OauthError('invalid_client', 'The client is unknown or revoked, or its secret is wrong.');
  return client;
}

function chooseScopes(client: ClientRow, wanted: string | null): string[] {
  if (wanted === null) return client.scopes;
  const asked = wanted.split(' ');
  // Narrower than what the client has: qr.read instead of qr.write.
  const isGranted = (scope: string) =>
    client.scopes.includes(scope) || (scope === 'qr.read' && client.scopes.includes('qr.write'));
  const refused = asked.find((scope) => !isScope(scope) || !isGranted(scope));
  if (refused !== undefined)
    throw new OauthError('invalid_scope', `This client does not have the scope "${refused}".`);
  return [...new Set(asked)];
}
