import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { databaseName } from '#platform/database-url.ts';
import { postgresHosts } from '#platform/postgres-hosts.ts';

/** What is known about our server lies beside the journal: whoever counts must not believe an old primary. */
export function keepLineage(config: Config): void {
  const file = join(config.journalDir, `lineage-${databaseName(config.databaseDirectUrl)}.json`);
  for (const url of [config.databaseUrl, config.databaseDirectUrl]) postgresHosts(url).lineage.keepIn(file);
}
