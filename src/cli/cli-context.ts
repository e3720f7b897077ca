import type { PlanCatalogue } from '#core/plan.ts';
import type { Db } from '#features/database.ts';
import type { Safety } from '#features/url-safety/create-safety.ts';
import type { Config } from '#platform/config.ts';

/** What commands work with; put together in `main/command-line.ts`. Engines are opened when first asked for. */
export interface CliContext {
  /** Throws with every mistake of the environment. */
  config(): Config;
  db(): Db;
  /** The same, for statements that read whole tables. */
  patientDb(): Db;
  safety(): Safety;
  plans(): Promise<PlanCatalogue>;
  /** Of callers: their key, and where their profiles lie. */
  environment: Readonly<Record<string, string | undefined>>;
  migrationsFolder: string;
  print(line: string): void;
  /** Runs until the process is told to stop. */
  start(parts: string[]): Promise<number>;
  partNames: readonly string[];
}
