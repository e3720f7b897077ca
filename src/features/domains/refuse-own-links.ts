import type { Destination } from '#core/destination.ts';
import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { listOwnHosts } from './domain-queries.ts';

/**
 * A link of this service as a destination would be a loop, on a custom domain as on our own host (D22). A domain that the account has claimed
 * counts before it is served.
 */
export async function refuseOwnLinks(db: Db, accountId: string, destinations: Destination[]): Promise<void> {
  if (destinations.length === 0) return;
  const hostOf = ({ url }: Destination) => new URL(url).hostname.replace(/\.$/, '');
  const served = await listOwnHosts(db, accountId, [...new Set(destinations.map(hostOf))]);
  const found = destinations.find((destination) => served.includes(hostOf(destination)));
  if (found !== undefined)
    throw new Refusal('unsafe_url', `${found.field} must not be a link of this service.`, {
      param: found.field,
    });
}
