import type { Database } from '#features/database.ts';
import { findLostHosts } from '#features/domains/find-lost-hosts.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { createDatabase, createPostgresPool, isPostgresUnavailable, sqlState } from '#platform/postgres.ts';
import type { PartName } from './process-part.ts';

const undefinedTable = '42P01';

/**
 * Throws if printed codes use a host that this configuration doesn't serve. A process that only serves links continues and serves that host
 * too, because those links need it. Without PostgreSQL this can't be checked, and links have priority.
 */
export async function requirePrintedHosts(
  config: Config,
  names: readonly PartName[],
  log: Log,
): Promise<Config> {
  const db = createDatabase<Database>(
    createPostgresPool({
      url: config.databaseDirectUrl,
      poolMax: 1,
      applicationName: 'waypost-start',
      log,
      timeouts: { connectMs: 1_000, statementMs: 1_000, lockMs: 500 },
    }),
  );
  try {
    const lost = await findLostHosts(db, config.ownHosts);
    if (lost.length === 0) return config;
    const problem = describeLostHosts(lost, config.publicBaseUrl);
    if (names.some((name) => name !== 'scan')) throw new Error(problem);
    log.error({ hosts: lost }, problem);
    return { ...config, ownHosts: [...config.ownHosts, ...lost] };
  } catch (error) {
    // The schema check explains what to do about a missing table.
    if (!isPostgresUnavailable(error) && sqlState(error) !== undefinedTable) throw error;
    log.warn({ err: error }, 'whether every printed host is served could not be checked');
    return config;
  } finally {
    await db.destroy();
  }
}

function describeLostHosts(lost: string[], publicBaseUrl: string): string {
  const hosts = lost.join(', ');
  return [
    `Printed codes contain ${hosts}, but PUBLIC_BASE_URL is ${publicBaseUrl}. These codes would stop working.`,
    `Restore PUBLIC_BASE_URL, or add to OWN_HOSTS: ${lost.join(',')} (and keep its DNS and certificate).`,
    `If these codes may stop working permanently: ${lost.map((host) => `waypost host forget ${host}`).join('; ')}`,
  ].join('\n');
}
