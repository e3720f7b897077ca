import type { Destination } from '#core/destination.ts';
import { ApiError } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { listServedHosts } from './domain-queries.ts';

/** A link of this service would lead in a circle: under a project's domain as under our own name (D22). */
export async function refuseOwnLinks(db: Db, destinations: Destination[]): Promise<void> {
  if (destinations.length === 0) return;
  const hostOf = ({ url }: Destination) => new URL(url).hostname.replace(/\.$/, '');
  const served = await listServedHosts(db, [...new Set(destinations.map(hostOf))]);
  const found = destinations.find((destination) => served.includes(hostOf(destination)));
  if (found !== undefined)
    throw new ApiError('unsafe_url', `${found.field} is a link of this service itself.`);
}
