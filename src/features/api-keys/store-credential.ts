import { displayPrefix } from '#core/api-key.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import type { KeyLimits } from '#core/key-input.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { sqlState } from '#platform/postgres.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db, Tx } from '../database.ts';
import { type ApiKeyRow, countLiveKeys, insertApiKey, type KeyKind } from './api-key-queries.ts';

interface NewCredential {
  accountId: string;
  kind: KeyKind;
  rawName: string;
  /** The key or secret in plain text, of which only the hash is stored. */
  secret: string;
  secretHash: Buffer;
  /** Null: unrestricted. */
  limits: KeyLimits | null;
}

/**
 * Stores a key or an OAuth client. The account's lock keeps the limits exact (D28).
 * @param requireRoom refuses by throwing if the account has no room for another one.
 */
export async function storeCredential(
  db: Db,
  plans: PlanCatalogue,
  { accountId, kind, rawName, secret, secretHash, limits }: NewCredential,
  requireRoom: (live: { planned: number; restricted: number }, cap: number) => void,
): Promise<ApiKeyRow> {
  const name = parseTextField('name', rawName, { min: 1, max: 120 });
  if (!name.ok) throw invalidRequest(name);
  try {
    return await db.transaction().execute(async (tx) => {
      const cap = await lockKeyCap(tx, plans, accountId);
      requireRoom(await countLiveKeys(tx, accountId), cap);
      return insertApiKey(tx, {
        key_id: newUuid(),
        account_id: accountId,
        kind,
        name: name.value,
        key_hash: secretHash,
        display_prefix: displayPrefix(secret),
        limits,
      });
    });
  } catch (error) {
    // The only references are those to the projects of the limits.
    if (sqlState(error) !== '23503') throw error;
    throw new Refusal('project_not_found', 'The account has no such project.');
  }
}

/** How many keys the plan of an account allows. Nobody else creates one until the transaction ends. */
async function lockKeyCap(tx: Tx, plans: PlanCatalogue, accountId: string): Promise<number> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw new Refusal('not_found', 'There is no such account.');
  const entitlements = entitlementsOf(plans, account);
  if (!entitlements.ok)
    throw new Refusal(
      'invalid_request',
      'The plan or a limit of the account is not valid. See: waypost account show',
    );
  return entitlements.value.limits.apiKeys;
}
