import { createHash, randomBytes } from 'node:crypto';
import { makeApiKey } from '#core/api-key.ts';
import { Refusal } from '#core/errors.ts';
import type { KeyLimits } from '#core/key-input.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { Db } from '../database.ts';
import type { ApiKeyRow } from './api-key-queries.ts';
import { storeCredential } from './store-credential.ts';

/** Restricted keys per account, in addition to those of the plan. */
const restrictedMax = 20;

/**
 * Creates a key and returns it in plain text, for the only time.
 * @param limits null: unrestricted.
 */
export async function createApiKey(
  db: Db,
  plans: PlanCatalogue,
  accountId: string,
  rawName: string,
  limits: KeyLimits | null = null,
): Promise<{ row: ApiKeyRow; apiKey: string }> {
  const apiKey = makeApiKey(randomBytes);
  const key = {
    accountId,
    kind: 'key',
    rawName,
    secret: apiKey,
    secretHash: hashApiKey(apiKey),
    limits,
  } as const;
  const row = await storeCredential(db, plans, key, (live, cap) => {
    if (limits === null && live.planned >= cap)
      throw new Refusal('conflict', `The account already has ${cap} active keys. Revoke one first.`);
    if (limits !== null && live.restricted >= restrictedMax)
      throw new Refusal(
        'conflict',
        `The account already has ${restrictedMax} restricted keys. Revoke one first.`,
      );
  });
  return { row, apiKey };
}

export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
