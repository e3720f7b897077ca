import { Command } from 'commander';
import { accountCommands } from './account-commands.ts';
import { analyticsCommand } from './analytics-command.ts';
import { backupCommands } from './backup-commands.ts';
import { bulkCommand } from './bulk-command.ts';
import { checkCommand } from './check-command.ts';
import type { CliContext } from './cli-context.ts';
import { countryCommand } from './country/country-command.ts';
import { demoCommand } from './demo-command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { domainCommands } from './domain-commands.ts';
import { exitCodeHelp } from './exit-code.ts';
import { exportCommand } from './export-command.ts';
import { historyCommand } from './history-command.ts';
import { hostCommand } from './host-commands.ts';
import { journalCommands } from './journal-commands.ts';
import { keyCommands } from './key-commands.ts';
import { labelsCommand } from './labels-command.ts';
import { ledgerCommands } from './ledger-commands.ts';
import { lineageCommand } from './lineage-commands.ts';
import { listenCommand } from './listen-command.ts';
import { mcpCommand } from './mcp-command.ts';
import { planCommands } from './plan-commands.ts';
import { plannedCommands } from './planned-commands.ts';
import { printCommand } from './print-command.ts';
import { migrateCommand, startCommand } from './process-commands.ts';
import { profileCommands } from './profile-commands.ts';
import { projectCommands } from './project-commands.ts';
import { qrCommands } from './qr-commands.ts';
import { renderCommand } from './render-command.ts';
import { safetyCommands } from './safety-commands.ts';
import { secretsCommands } from './secrets-commands.ts';
import { topCommand } from './top-command.ts';
import { userCommands } from './user-commands.ts';
import { watchCommands } from './watch-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

/** The whole command line. `exit` gets the exit code of commands with more results than success. */
export function buildProgram(context: CliContext, version: string, exit: (code: number) => void): Command {
  const program = new Command('waypost')
    .description('Dynamic QR codes whose links resolve for years, count exactly and never go stale.')
    .version(version)
    .showHelpAfterError('Run it with --help to see its options.')
    .addHelpText(
      'after',
      `
Examples:
  $ waypost migrate && waypost start
  $ waypost account create --email you@example.com --plan pro
  $ waypost key create --account acc_…
  $ waypost doctor
${exitCodeHelp}`,
    );
  program.addCommand(startCommand(context, exit));
  program.addCommand(migrateCommand(context));
  program.addCommand(doctorCommand(context, exit));
  program.addCommand(topCommand(context));
  program.addCommand(backupCommands(context, exit));
  program.addCommand(lineageCommand(context));
  program.addCommand(journalCommands(context));
  program.addCommand(ledgerCommands(context));
  program.addCommand(demoCommand(context));
  program.addCommand(accountCommands(context));
  program.addCommand(userCommands(context));
  program.addCommand(secretsCommands(context));
  program.addCommand(keyCommands(context));
  program.addCommand(projectCommands(context));
  program.addCommand(domainCommands(context));
  program.addCommand(countryCommand(context));
  program.addCommand(hostCommand(context));
  program.addCommand(qrCommands(context));
  program.addCommand(historyCommand(context));
  program.addCommand(profileCommands(context));
  program.addCommand(analyticsCommand(context));
  program.addCommand(bulkCommand(context));
  program.addCommand(exportCommand(context));
  program.addCommand(printCommand(context));
  program.addCommand(labelsCommand(context));
  program.addCommand(checkCommand(context, exit));
  program.addCommand(listenCommand(context));
  program.addCommand(webhookCommands(context));
  program.addCommand(plannedCommands(context));
  program.addCommand(watchCommands(context));
  program.addCommand(mcpCommand(context, version));
  program.addCommand(safetyCommands(context));
  program.addCommand(planCommands(context));
  program.addCommand(renderCommand(context));
  return program;
}
