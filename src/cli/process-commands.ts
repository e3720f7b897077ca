import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { insertLedgerServer } from '#features/ledger-servers/shard-queries.ts';
import { grantToRoles } from '#platform/grant-to-roles.ts';
import { migrateJobs } from '#platform/jobs.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import type { CliContext } from './cli-context.ts';

export function migrateCommand(context: CliContext): Command {
  return new Command('migrate')
    .description('migrate the database to the schema of this release')
    .action(async () => {
      const { databaseDirectUrl: url, ledgerDatabaseUrls } = context.config();
      const migrations = await readMigrations(context.migrationsFolder);
      const applied = await applyMigrations(url, migrations, (line) => context.print(line));
      await migrateJobs(url);
      if (await grantToRoles(url, await readFile(context.grantsFile, 'utf8')))
        context.print('The roles of api, scan and worker have their privileges.');
      if (ledgerDatabaseUrls.length > 0) await migrateLedgers(context, ledgerDatabaseUrls);
      context.print(
        applied === 0
          ? 'The database is up to date.'
          : `${applied} migrations applied; the database is up to date.`,
      );
    });
}

async function migrateLedgers(context: CliContext, urls: string[]): Promise<void> {
  const migrations = await readMigrations(context.ledgerMigrationsFolder);
  const grants = await readFile(context.ledgerGrantsFile, 'utf8');
  for (const [index, url] of urls.entries()) {
    const applied = await applyMigrations(url, migrations, (line) => context.print(line));
    await grantToRoles(url, grants);
    const what = applied === 0 ? 'is up to date' : `has its tables (migrations applied: ${applied})`;
    context.print(`Ledger server ${index + 1} of ${urls.length} ${what}.`);
  }
  for (const { id } of await context.ledgers().list()) await insertLedgerServer(context.db(), id);
}

export function startCommand(context: CliContext, exit: (code: number) => void): Command {
  const parseParts = (text: string): string[] => {
    const parts = text.split(',').map((part) => part.trim());
    const unknown = parts.find((part) => !context.partNames.includes(part));
    if (unknown === undefined) return parts;
    throw new InvalidArgumentError(`"${unknown}" is none of ${context.partNames.join(', ')}.`);
  };
  return new Command('start')
    .description('run the service in this process until SIGTERM or SIGINT')
    .option('--only <parts>', `any of ${context.partNames.join(',')}`, parseParts, [...context.partNames])
    .addHelpText('after', '\nExamples:\n  $ waypost start\n  $ waypost start --only api,worker')
    .action(async (options: { only: string[] }) => exit(await context.start(options.only)));
}
