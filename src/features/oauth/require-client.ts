import { timingSafeEqual } from 'node:crypto';
import { entitlementsOf } from '#core/entitlements.ts';
import { parseIdentifier } from '#core/identifier.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { Limits } from '#core/plan-limits.ts';
import { isScope, type Scope } from '#core/scopes.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { hashApiKey } from '../api-keys/create-api-key.ts';
import type { Db } from '../database.ts';
import { OauthError } from './oauth-error.ts';
import { findClient } from './token-queries.ts';

export interface ClientCredentials {
  clientId: string;
  secret: string;
}

export interface OauthClient {
  keyId: string;
  scopes: Scope[];
  expiresAt: Date | null;
  limits: Limits;
  /** Whether its account can use OAuth now. */
  isAllowed: boolean;
}

/** The client, if its secret is right. */
export async function requireClient(
  db: Db,
  plans: PlanCatalogue,
  { clientId, secret }: ClientCredentials,
): Promise<OauthClient> {
  const uuid = parseIdentifier('cli', clientId);
  const client = uuid === null ? undefined : await findClient(db, uuid);
  const account = client && (await findAccount(db, client.account_id));
  const entitlements = account && entitlementsOf(plans, account);
  if (client === undefined || !timingSafeEqual(client.key_hash, hashApiKey(secret)) || !entitlements?.ok)
    throw new OauthError('invalid_client', 'The client is unknown or revoked, or its secret is wrong.');
  const { limits, plan, apiAccess } = entitlements.value;
  return {
    keyId: client.key_id,
    scopes: client.scopes.filter(isScope),
    expiresAt: client.expires_at,
    limits,
    isAllowed: plan.oauth && apiAccess && account?.suspended_at === null,
  };
}
