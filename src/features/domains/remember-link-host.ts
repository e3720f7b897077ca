import { isLoopback } from '#platform/config.ts';
import type { Db } from '../database.ts';
import { insertFirstLinkHost, insertLinkHost } from './link-host-queries.ts';

/**
 * Remembers the hosts of images.
 * @param isDrawing false at the start of a process: then only if there are images from before hosts were remembered.
 */
export async function rememberLinkHost(db: Db, publicBaseUrl: string, isDrawing: boolean): Promise<void> {
  if (isLoopback(publicBaseUrl)) return;
  const host = new URL(publicBaseUrl).hostname;
  await (isDrawing ? insertLinkHost(db, host) : insertFirstLinkHost(db, host));
}
