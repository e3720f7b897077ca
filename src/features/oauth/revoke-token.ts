import { hashApiKey } from '../api-keys/create-api-key.ts';
import type { Db } from '../database.ts';
import { type ClientCredentials, requireClient } from './issue-token.ts';
import { OauthError } from './oauth-error.ts';
import { deleteToken, findToken, type TokenRow } from './token-queries.ts';

/** RFC 7009. An unknown or expired token is no error. */
export async function revokeToken(db: Db, credentials: ClientCredentials, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const client = await requireClient(tx, credentials);
    const hash = hashApiKey(token);
    const known = await findToken(tx, hash);
    if (known !== undefined && known.key_id !== client.key_id)
      throw new OauthError('invalid_grant', 'The token was issued to another client.');
    await deleteToken(tx, hash);
  });
}

/** RFC 7662, for tokens of the client itself; null if it is not active. */
export async function introspectToken(
  db: Db,
  credentials: ClientCredentials,
  token: string,
): Promise<TokenRow | null> {
  return db.transaction().execute(async (tx) => {
    const client = await requireClient(tx, credentials);
    const known = await findToken(tx, hashApiKey(token));
    return known?.key_id === client.key_id ? known : null;
  });
}
