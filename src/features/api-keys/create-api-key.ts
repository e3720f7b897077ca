import { createHash, randomBytes } from 'node:crypto';
import { displayPrefix, makeApiKey } from '#core/api-key.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { type ApiKeyRow, countLiveApiKeys, insertApiKey } from './api-key-queries.ts';

/** Creates a key and returns it in plain text, for the only time. The account's lock keeps the limit exact (D28). */
export async function createApiKey(
  db: Db,
  plans: PlanCatalogue,
  accountId: string,
  rawName: string,
): Promise<{ row: ApiKeyRow; apiKey: string }> {
  const name = parseTextField('name', rawName, { min: 1, max: 120 });
  if (!name.ok) throw new Refusal('invalid_request', name.message);
  const apiKey = makeApiKey(randomBytes);
  const row = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw new Refusal('not_found', 'There is no such account.');
    const entitlements = entitlementsOf(plans, account);
    if (!entitlements.ok)
      throw new Refusal(
        'invalid_request',
        'The plan or a limit of the account is not valid. See: waypost account show',
      );
    const cap = entitlements.value.limits.apiKeys;
    if ((await countLiveApiKeys(tx, accountId)) >= cap) {
      throw new Refusal('conflict', `The account already has ${cap} active keys. Revoke one first.`);
    }
    return insertApiKey(tx, {
      key_id: newUuid(),
      account_id: accountId,
      name: name.value,
      key_hash: hashApiKey(apiKey),
      display_prefix: displayPrefix(apiKey),
    });
  });
  return { row, apiKey };
}

export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
