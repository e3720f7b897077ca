import type { Config } from '#platform/config.ts';
import { LedgerPools } from '#platform/ledger-pools.ts';
import type { Log } from '#platform/log.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { countRecords } from '#scan/count-records.ts';
import { ScanJournal } from '#scan/scan-journal.ts';
import { keepLineage } from './keep-lineage.ts';

/** Counts journals in the folder that no process holds, such as those of a removed pod; returns the number of scans in them. */
export async function replayJournals(config: Config, log: Log): Promise<number> {
  keepLineage(config);
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-replay',
    log,
  });
  const ledgerPools = new LedgerPools(config.ledgerDatabaseUrls, {
    poolMax: 1,
    applicationName: 'waypost-replay',
    log,
  });
  let scans = 0;
  try {
    await ledgerPools.identify();
    await new ScanJournal(config.journalDir, 0, log).adoptOrphans(async (records) => {
      await countRecords(pool, records, (serverId) => ledgerPools.known.get(serverId));
      for (const record of records) scans += record.scans.reduce((sum, count) => sum + count, 0);
    });
  } finally {
    await pool.end();
    await ledgerPools.end();
  }
  return scans;
}
