import { createHash, randomBytes } from 'node:crypto';
import { displayPrefix, makeApiKey } from '#core/api-key.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import { Refusal } from '#core/errors.ts';
import type { KeyLimits } from '#core/key-input.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { sqlState } from '#platform/postgres.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db, Tx } from '../database.ts';
import { type ApiKeyRow, countLiveKeys, insertApiKey } from './api-key-queries.ts';

/** Restricted keys per account, in addition to those of the plan. */
export const restrictedMax = 20;

/**
 * Creates a key and returns it in plain text, for the only time. The account's lock keeps the limits exact (D28).
 * @param limits null: unrestricted.
 */
export async function createApiKey(
  db: Db,
  plans: PlanCatalogue,
  accountId: string,
  rawName: string,
  limits: KeyLimits | null = null,
): Promise<{ row: ApiKeyRow; apiKey: string }> {
  const name = parseTextField('name', rawName, { min: 1, max: 120 });
  if (!name.ok) throw new Refusal('invalid_request', name.message);
  const apiKey = makeApiKey(randomBytes);
  try {
    const row = await db.transaction().execute(async (tx) => {
      const cap = await lockKeyCap(tx, plans, accountId);
      const live = await countLiveKeys(tx, accountId);
      if (limits === null && live.planned >= cap)
        throw new Refusal('conflict', `The account already has ${cap} active keys. Revoke one first.`);
      if (limits !== null && live.restricted >= restrictedMax)
        throw new Refusal(
          'conflict',
          `The account already has ${restrictedMax} restricted keys. Revoke one first.`,
        );
      return insertApiKey(tx, {
        key_id: newUuid(),
        account_id: accountId,
        kind: 'key',
        name: name.value,
        key_hash: hashApiKey(apiKey),
        display_prefix: displayPrefix(apiKey),
        limits,
      });
    });
    return { row, apiKey };
  } catch (error) {
    throw explainUnknownProject(error);
  }
}

/** How many keys the plan of an account allows. Nobody else creates one until the transaction ends. */
export async function lockKeyCap(tx: Tx, plans: PlanCatalogue, accountId: string): Promise<number> {
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

export function explainUnknownProject(error: unknown): unknown {
  if (sqlState(error) !== '23503') return error;
  return new Refusal('project_not_found', 'The account has no such project.');
}

export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
