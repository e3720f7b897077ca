import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { makeApiKey } from '#core/api-key.ts';
import { Refusal } from '#core/errors.ts';
import type { KeyLimits } from '#core/key-input.ts';
import { permit } from '#core/permissions.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { ApiKeyRow } from '../api-keys/api-key-queries.ts';
import { hashApiKey } from '../api-keys/create-api-key.ts';
import { storeCredential } from '../api-keys/store-credential.ts';
import type { Db } from '../database.ts';

const secretPrefix = 'ocs_live_';

/** Creates a client and returns its secret, for the only time. A client counts as a key of the plan. */
export async function createOauthClient(
  db: Db,
  plans: PlanCatalogue,
  actor: Actor,
  rawName: string,
  limits: KeyLimits,
): Promise<{ row: ApiKeyRow; secret: string }> {
  permit(actor, 'keys.change');
  const { accountId, entitlements } = actor;
  if (!entitlements.plan.oauth)
    throw new Refusal(
      'feature_disabled',
      `Your plan ${entitlements.plan.name} doesn't include OAuth clients.`,
    );
  const secret = makeApiKey(randomBytes, secretPrefix);
  const client = {
    accountId,
    kind: 'oauth_client',
    rawName,
    secret,
    secretHash: hashApiKey(secret),
    limits,
  } as const;
  const row = await storeCredential(db, plans, client, ({ planned }, cap) => {
    if (planned < cap) return;
    throw new Refusal(
      'conflict',
      `The account already has ${cap} active keys and clients. Revoke one first.`,
    );
  });
  return { row, secret };
}
