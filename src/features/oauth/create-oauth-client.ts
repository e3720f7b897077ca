import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { displayPrefix, makeApiKey } from '#core/api-key.ts';
import { Refusal } from '#core/errors.ts';
import type { KeyLimits } from '#core/key-input.ts';
import { permit } from '#core/permissions.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { type ApiKeyRow, countLiveKeys, insertApiKey } from '../api-keys/api-key-queries.ts';
import { explainUnknownProject, hashApiKey, lockKeyCap } from '../api-keys/create-api-key.ts';
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
  const name = parseTextField('name', rawName, { min: 1, max: 120 });
  if (!name.ok) throw new Refusal('invalid_request', name.message);
  const secret = makeApiKey(randomBytes, secretPrefix);
  try {
    const row = await db.transaction().execute(async (tx) => {
      const cap = await lockKeyCap(tx, plans, accountId);
      if ((await countLiveKeys(tx, accountId)).planned >= cap)
        throw new Refusal(
          'conflict',
          `The account already has ${cap} active keys and clients. Revoke one first.`,
        );
      return insertApiKey(tx, {
        key_id: newUuid(),
        account_id: accountId,
        kind: 'oauth_client',
        name: name.value,
        key_hash: hashApiKey(secret),
        display_prefix: displayPrefix(secret),
        limits,
      });
    });
    return { row, secret };
  } catch (error) {
    throw explainUnknownProject(error);
  }
}
