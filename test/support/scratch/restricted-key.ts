import type { KeyLimits } from '#core/key-input.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import type { TestAccount, TestApi } from './test-api.ts';

/** A key that may read codes and manage webhooks, with other limits if given. */
export async function restrictedKey(
  api: TestApi,
  account: TestAccount,
  limits: Partial<KeyLimits> = {},
): Promise<string> {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const { apiKey } = await createApiKey(api.db, plans, account.uuid, 'test', {
    scopes: ['qr.read', 'webhooks.write'],
    projectIds: null,
    expiresAt: null,
    ...limits,
  });
  return apiKey;
}
