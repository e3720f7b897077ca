import { hashApiKey } from '../api-keys/create-api-key.ts';
import type { Db } from '../database.ts';
import { OauthError } from './oauth-error.ts';
import type { OauthClient } from './require-client.ts';
import { deleteToken, findToken, type TokenRow } from './token-queries.ts';

/** RFC 7009. An unknown or expired token is no error. */
export async function revokeToken(db: Db, client: OauthClient, token: string): Promise<void> {
  const hash = hashApiKey(token);
  const known = await findToken(db, hash);
  if (known !== undefined && known.key_id !== client.keyId)
    throw new OauthError('invalid_grant', 'The token was issued to another client.');
  if (known !== undefined) await deleteToken(db, hash);
}

/** RFC 7662, for tokens of the client itself; null if it is not active. */
export async function introspectToken(db: Db, client: OauthClient, token: string): Promise<TokenRow | null> {
  const known = client.isAllowed ? await findToken(db, hashApiKey(token)) : undefined;
  return known?.key_id === client.keyId ? known : null;
}
