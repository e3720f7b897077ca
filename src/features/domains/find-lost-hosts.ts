import type { Db } from '../database.ts';
import { listLinkHosts } from './link-host-queries.ts';

/** Hosts that are printed somewhere and no longer served: whoever scans such a code gets an error. */
export async function findLostHosts(db: Db, ownHosts: readonly string[]): Promise<string[]> {
  const known = await listLinkHosts(db);
  return known.map(({ host }) => host).filter((host) => !ownHosts.includes(host));
}
