import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { type ApiKeyRow, updateApiKeyRevoked } from './api-key-queries.ts';

/** Revokes a key permanently. A trigger tells every process; none caches it for more than a second. */
export async function revokeApiKey(db: Db, keyId: string): Promise<ApiKeyRow> {
  const row = await updateApiKeyRevoked(db, keyId);
  if (row === undefined) throw new Refusal('not_found', 'There is no such key.');
  return row;
}
