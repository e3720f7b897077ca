import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { databaseName } from '#platform/database-url.ts';
import { postgresHosts } from '#platform/postgres-hosts.ts';

/** The lineage of our server is stored next to the journal, so that scan never trusts an old primary. */
export function keepLineage(config: Config): void {
  const file = join(config.journalDir, `lineage-${databaseName(config.databaseDirectUrl)}.json`);
  for (const url of [config.databaseUrl, config.databaseDirectUrl]) postgresHosts(url).lineage.keepIn(file);
  for (const url of config.ledgerDatabaseUrls)
    postgresHosts(url).lineage.keepIn(join(config.journalDir, `lineage-${databaseName(url)}.json`));
}
