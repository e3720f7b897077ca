import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { type ApiKeyRow, updateApiKeyRevoked } from './api-key-queries.ts';

/** Ends a key for good. A trigger tells every process; none holds what it knows for longer than a second. */
export async function revokeApiKey(db: Db, keyId: string): Promise<ApiKeyRow> {
  const row = await updateApiKeyRevoked(db, keyId);
  if (row === undefined) throw new Refusal('not_found', 'There is no such key.');
  return row;
}
