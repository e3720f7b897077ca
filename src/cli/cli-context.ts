import type { ImaginedScan, ScanExplanation } from '#core/explain-scan.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { Db } from '#features/database.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import type { MailOffice } from '#features/mails/enqueue-mail.ts';
import type { Safety } from '#features/url-safety/create-safety.ts';
import type { Config } from '#platform/config.ts';
import type { FileStore } from '#platform/file-store.ts';

/** What commands need; created in `main/command-line.ts`. Connections are opened when first used. */
export interface CliContext {
  /** Throws all mistakes of the environment. */
  config(): Config;
  db(): Db;
  /** The same, for statements that read whole tables. */
  patientDb(): Db;
  /** Additional servers for scans. */
  ledgers(): LedgerDatabases;
  safety(): Safety;
  plans(): Promise<PlanCatalogue>;
  files(): Promise<FileStore>;
  /** The encryption and sending of mails. */
  mailOffice(): MailOffice;
  /** Of callers: their key, and the file of their profiles. */
  environment: Readonly<Record<string, string | undefined>>;
  migrationsFolder: string;
  ledgerMigrationsFolder: string;
  /** The privileges of the database roles of the processes. */
  grantsFile: string;
  /** The same on ledger servers. */
  ledgerGrantsFile: string;
  print(line: string): void;
  /** Counts journals that no process holds; returns the number of scans in them. */
  replayJournals(): Promise<number>;
  /** The result of a scan of this slug, and the reason. */
  explainLink(slug: string, scan: Omit<ImaginedScan, 'isDomain'>): Promise<ScanExplanation>;
  /** Runs until the process is told to stop. */
  start(parts: string[]): Promise<number>;
  partNames: readonly string[];
}
