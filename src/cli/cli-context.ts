import type { ImaginedScan, ScanExplanation } from '#core/explain-scan.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { Db } from '#features/database.ts';
import type { MailOffice } from '#features/mails/enqueue-mail.ts';
import type { Safety } from '#features/url-safety/create-safety.ts';
import type { Config } from '#platform/config.ts';
import type { FileStore } from '#platform/file-store.ts';

/** What commands work with; put together in `main/command-line.ts`. Engines are opened when first asked for. */
export interface CliContext {
  /** Throws with every mistake of the environment. */
  config(): Config;
  db(): Db;
  /** The same, for statements that read whole tables. */
  patientDb(): Db;
  safety(): Safety;
  plans(): Promise<PlanCatalogue>;
  files(): Promise<FileStore>;
  /** What mails are sealed and sent with. */
  mailOffice(): MailOffice;
  /** Of callers: their key, and where their profiles lie. */
  environment: Readonly<Record<string, string | undefined>>;
  migrationsFolder: string;
  /** What each process's database role may do. */
  grantsFile: string;
  print(line: string): void;
  /** Counts the journals that no process holds; returns how many scans were in them. */
  replayJournals(): Promise<number>;
  /** What a scan of this slug would get, and why. */
  explainLink(slug: string, scan: Omit<ImaginedScan, 'isDomain'>): Promise<ScanExplanation>;
  /** Runs until the process is told to stop. */
  start(parts: string[]): Promise<number>;
  partNames: readonly string[];
}
