import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { countRecords } from '#scan/count-records.ts';
import { ScanJournal } from '#scan/scan-journal.ts';
import { keepLineage } from './keep-lineage.ts';

/** Counts the journals in the folder that no process holds, such as those of a pod that is gone; returns how many scans were in them. */
export async function replayJournals(config: Config, log: Log): Promise<number> {
  keepLineage(config);
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-replay',
    log,
  });
  let scans = 0;
  try {
    await new ScanJournal(config.journalDir, 0, log).adoptOrphans(async (records) => {
      await countRecords(pool, records);
      for (const record of records) scans += record.scans.reduce((sum, count) => sum + count, 0);
    });
  } finally {
    await pool.end();
  }
  return scans;
}
