import { pino } from 'pino';
import type { Db } from '#features/database.ts';
import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { moveShards } from '#features/ledger-servers/move-shards.ts';
import { ledgerMigrationsFolder } from '#main/process-part.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';

const log = pino({ level: 'silent' });

/** An installation without ledger servers. */
export const noLedgers = new LedgerDatabases([], { poolMax: 1, applicationName: 'test', log });

/** Ledger servers of a test: empty databases that get their tables, and all shards. */
export async function addLedgerServers(db: Db, urls: string[]): Promise<LedgerDatabases> {
  const migrations = await readMigrations(ledgerMigrationsFolder);
  for (const url of urls) await applyMigrations(url, migrations, () => {});
  const ledgers = new LedgerDatabases(urls, { poolMax: 4, applicationName: 'test', log });
  const servers = await ledgers.list();
  await moveShards(db, { targets: servers, servers }, () => {});
  return ledgers;
}
