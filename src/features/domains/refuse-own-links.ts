import type { Destination } from '#core/destination.ts';
import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { listOwnHosts } from './domain-queries.ts';

/**
 * A link of this service as a destination would be a loop, on a custom domain as on our own host (D22). A domain that the account has claimed
 * counts before it is served.
 */
export async function refuseOwnLinks(db: Db, accountId: string, destinations: Destination[]): Promise<void> {
  refuseHosts(await ownHosts(db, accountId, destinations), destinations);
}

/** Which of the hosts of these destinations are ours. */
export async function ownHosts(
  db: Db,
  accountId: string,
  destinations: Destination[],
): Promise<ReadonlySet<string>> {
  if (destinations.length === 0) return new Set();
  return new Set(await listOwnHosts(db, accountId, [...new Set(destinations.map(hostOf))]));
}

export function refuseHosts(own: ReadonlySet<string>, destinations: Destination[]): void {
  const found = destinations.find((destination) => own.has(hostOf(destination)));
  if (found === undefined) return;
  throw new Refusal('unsafe_url', `${found.field} must not be a link of this service.`, {
    param: found.field,
  });
}

function hostOf({ url }: Destination): string {
  return new URL(url).hostname.replace(/\.$/, '');
}
