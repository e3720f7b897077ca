import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { openSecret, sealSecret } from './delivery-signer.ts';
import { listSealedEndpoints, updateSealed } from './endpoint-queries.ts';

const endpointsAtOnce = 1_000;

/** Encrypts the secrets of endpoints with the first secret of the installation, so that an older one can be removed. */
export async function resealWebhooks(
  db: Db,
  secrets: Secrets,
): Promise<{ endpoints: number; unopened: number }> {
  const result = { endpoints: 0, unopened: 0 };
  const again = (sealed: string | null) => {
    const plain = sealed === null ? null : openSecret(secrets, sealed);
    return plain === null ? null : sealSecret(secrets, plain);
  };
  for (let after: string | null = null; ; ) {
    const page = await listSealedEndpoints(db, after, endpointsAtOnce);
    for (const { endpoint_id: id, sealed_secret: sealed, sealed_old_secret: old } of page) {
      const next = again(sealed);
      if (next === null) {
        result.unopened += 1;
        continue;
      }
      await updateSealed(db, id, { from: sealed, next, old: again(old) });
      result.endpoints += 1;
    }
    if (page.length < endpointsAtOnce) return result;
    after = page.at(-1)?.endpoint_id ?? null;
  }
}
