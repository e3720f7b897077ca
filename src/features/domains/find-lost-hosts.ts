import type { Db } from '../database.ts';
import { listLinkHosts } from './link-host-queries.ts';

/** Hosts in printed images that are no longer served: scans of such a code fail. */
export async function findLostHosts(db: Db, ownHosts: readonly string[]): Promise<string[]> {
  const known = await listLinkHosts(db);
  return known.map(({ host }) => host).filter((host) => !ownHosts.includes(host));
}
