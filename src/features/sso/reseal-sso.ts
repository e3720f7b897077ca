import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { listSealedSso, updateSsoSealed } from './sso-queries.ts';
import { secretPurpose } from './start-sso.ts';

/** Encrypts the secrets of providers with the first secret of the installation, so that an older one can be removed. */
export async function resealSso(db: Db, secrets: Secrets): Promise<{ providers: number; unopened: number }> {
  const result = { providers: 0, unopened: 0 };
  for (const { account_id, sealed_secret } of await listSealedSso(db)) {
    const plain = secrets.open(secretPurpose, sealed_secret);
    if (plain === null) {
      result.unopened += 1;
      continue;
    }
    await updateSsoSealed(db, account_id, sealed_secret, secrets.seal(secretPurpose, plain));
    result.providers += 1;
  }
  return result;
}
