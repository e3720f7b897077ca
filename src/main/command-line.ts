import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Command, CommanderError } from 'commander';
import type { CliContext } from '#cli/cli-context.ts';
import { exitCode } from '#cli/exit-code.ts';
import { buildProgram } from '#cli/program.ts';
import { Refusal } from '#core/errors.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { actorSetting } from '#features/act-as.ts';
import type { Database, Db } from '#features/database.ts';
import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { createSafety } from '#features/url-safety/create-safety.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, parseConfig } from '#platform/config.ts';
import { silentLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { packageVersion } from '#platform/package-version.ts';
import {
  createDatabase,
  createPostgresPool,
  isPostgresUnavailable,
  type PostgresTimeouts,
  wholeTableTimeouts,
} from '#platform/postgres.ts';
import { Secrets } from '#platform/secrets.ts';
import {
  grantsFile,
  ledgerGrantsFile,
  ledgerMigrationsFolder,
  migrationsFolder,
  type PartName,
  partNames,
} from './process-part.ts';

class ConfigurationError extends Error {}

/** Runs one command and returns the exit code. */
export async function runCommandLine(
  argv: string[],
  given: Record<string, string | undefined>,
): Promise<number> {
  const environment = withEnvFile(given);
  let config: Config | null = null;
  const opened: { db?: Db; patient?: Db; ledgers?: LedgerDatabases } = {};
  let code: number = exitCode.ok;
  const readConfig = (): Config => (config ??= loadConfig(environment));
  const openDatabase = (): Db => (opened.db ??= openPool(readConfig()));

  const context: CliContext = {
    config: readConfig,
    db: openDatabase,
    patientDb: () => (opened.patient ??= openPool(readConfig(), wholeTableTimeouts)),
    ledgers: () => (opened.ledgers ??= openLedgers(readConfig())),
    safety: () =>
      createSafety(openDatabase(), {
        config: readConfig(),
        clock: systemClock,
        log: silentLog,
        metrics: createMetrics(),
      }),
    plans: () => loadPlanCatalogue(readConfig().plansFile),
    files: () => openFileStore(readConfig().fileStore),
    mailOffice: () => ({
      secrets: new Secrets(readConfig().secretKeys),
      mail: readConfig().mail,
      log: silentLog,
    }),
    environment,
    migrationsFolder,
    grantsFile,
    ledgerMigrationsFolder,
    ledgerGrantsFile,
    print: (line) => process.stdout.write(`${line}\n`),
    replayJournals: async () => {
      const { replayJournals } = await import('./replay-journals.ts');
      return replayJournals(readConfig(), silentLog);
    },
    explainLink: async (slug, scan) => {
      const { explainLink } = await import('./explain-link.ts');
      return explainLink(readConfig(), slug, scan);
    },
    start: async (parts) => {
      // The service is ten times as large as the command line: only this command loads it.
      const { start } = await import('./start.ts');
      return start(environment, readConfig(), parts as PartName[], packageVersion());
    },
    partNames,
  };
  try {
    const exit = (outcome: number) => {
      code = outcome;
    };
    const program = await buildProgram({ context, version: packageVersion(), exit }, argv[2]);
    throwInsteadOfExit(program);
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    return report(error);
  } finally {
    await opened.db?.destroy();
    await opened.patient?.destroy();
    await opened.ledgers?.end();
  }
}

/** During development, `.env` is read; the environment wins. */
function withEnvFile(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  if (environment['NODE_ENV'] === 'production' || !existsSync('.env')) return environment;
  const file = parseEnv(readFileSync('.env', 'utf8'));
  if (file['NODE_ENV'] === 'production') return environment;
  // Settings of the service only. A caller's key and server never come from the current folder.
  const own = Object.fromEntries(Object.entries(file).filter(([name]) => !name.startsWith('WAYPOST_')));
  return { ...own, ...environment };
}

function loadConfig(environment: Record<string, string | undefined>): Config {
  const result = parseConfig(environment);
  if (result.ok) return result.config;
  throw new ConfigurationError(
    `The configuration is not valid:\n${result.problems.map((p) => `  - ${p}`).join('\n')}`,
  );
}

function openPool(config: Config, timeouts?: PostgresTimeouts): Db {
  return createDatabase<Database>(
    createPostgresPool({
      url: config.databaseDirectUrl,
      poolMax: 2,
      applicationName: 'waypost-cli',
      ...(timeouts && { timeouts }),
      log: silentLog,
    }),
    actorSetting({ kind: 'operator' }),
  );
}

function openLedgers(config: Config): LedgerDatabases {
  return new LedgerDatabases(config.ledgerDatabaseUrls, {
    poolMax: 2,
    applicationName: 'waypost-cli',
    log: silentLog,
  });
}

/** Prints problems and solutions on standard error; standard output is for results. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  const message = error instanceof Error ? error.message : String(error);
  if (isPostgresUnavailable(error) || isPostgresUnavailable((error as Error).cause)) {
    process.stderr.write(`PostgreSQL can't be reached (${message}). See: waypost doctor\n`);
    return exitCode.unavailable;
  }
  if (isMissingSchema(error)) {
    process.stderr.write('The database has no tables of this release yet. Run: waypost migrate\n');
    return exitCode.failed;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  process.stderr.write(`${message}${cause}\n`);
  if (error instanceof ConfigurationError) return exitCode.usage;
  return error instanceof Refusal ? exitCodeOf(error) : exitCode.failed;
}

function exitCodeOf({ status }: Refusal): number {
  if (status >= 500) return exitCode.unavailable;
  if (status === 404) return exitCode.notFound;
  return [402, 409, 429].includes(status) ? exitCode.refused : exitCode.usage;
}

function isMissingSchema(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === '42P01' || code === '42703';
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
