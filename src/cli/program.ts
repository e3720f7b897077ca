import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { exitCodeHelp } from './exit-code.ts';

interface CommandParts {
  context: CliContext;
  version: string;
  /** Gets the exit code of commands with more results than success. */
  exit: (code: number) => void;
}

/** All commands, in the order of the help. Each is loaded when it is asked for: together they take longer than most of them need to run. */
const commands: Readonly<Record<string, (parts: CommandParts) => Promise<Command>>> = {
  start: async ({ context, exit }) => (await import('./process-commands.ts')).startCommand(context, exit),
  migrate: async ({ context }) => (await import('./process-commands.ts')).migrateCommand(context),
  doctor: async ({ context, exit }) =>
    (await import('./doctor/doctor-command.ts')).doctorCommand(context, exit),
  top: async ({ context }) => (await import('./top-command.ts')).topCommand(context),
  backup: async ({ context, exit }) => (await import('./backup-commands.ts')).backupCommands(context, exit),
  lineage: async ({ context }) => (await import('./lineage-commands.ts')).lineageCommand(context),
  journal: async ({ context }) => (await import('./journal-commands.ts')).journalCommands(context),
  ledger: async ({ context }) => (await import('./ledger-commands.ts')).ledgerCommands(context),
  demo: async ({ context }) => (await import('./demo-command.ts')).demoCommand(context),
  account: async ({ context }) => (await import('./account-commands.ts')).accountCommands(context),
  user: async ({ context }) => (await import('./user-commands.ts')).userCommands(context),
  secrets: async ({ context }) => (await import('./secrets-commands.ts')).secretsCommands(context),
  key: async ({ context }) => (await import('./key-commands.ts')).keyCommands(context),
  project: async ({ context }) => (await import('./project-commands.ts')).projectCommands(context),
  domain: async ({ context }) => (await import('./domain-commands.ts')).domainCommands(context),
  country: async ({ context }) => (await import('./country/country-command.ts')).countryCommand(context),
  host: async ({ context }) => (await import('./host-commands.ts')).hostCommand(context),
  qr: async ({ context }) => (await import('./qr-commands.ts')).qrCommands(context),
  history: async ({ context }) => (await import('./history-command.ts')).historyCommand(context),
  profile: async ({ context }) => (await import('./profile-commands.ts')).profileCommands(context),
  analytics: async ({ context }) => (await import('./analytics-command.ts')).analyticsCommand(context),
  bulk: async ({ context }) => (await import('./bulk-command.ts')).bulkCommand(context),
  export: async ({ context }) => (await import('./export-command.ts')).exportCommand(context),
  print: async ({ context }) => (await import('./print-command.ts')).printCommand(context),
  labels: async ({ context }) => (await import('./labels-command.ts')).labelsCommand(context),
  check: async ({ context, exit }) => (await import('./check-command.ts')).checkCommand(context, exit),
  listen: async ({ context }) => (await import('./listen-command.ts')).listenCommand(context),
  webhook: async ({ context }) => (await import('./webhook-commands.ts')).webhookCommands(context),
  planned: async ({ context }) => (await import('./planned-commands.ts')).plannedCommands(context),
  watch: async ({ context }) => (await import('./watch-commands.ts')).watchCommands(context),
  mcp: async ({ context, version }) => (await import('./mcp-command.ts')).mcpCommand(context, version),
  safety: async ({ context }) => (await import('./safety-commands.ts')).safetyCommands(context),
  plan: async ({ context }) => (await import('./plan-commands.ts')).planCommands(context),
  render: async ({ context }) => (await import('./render-command.ts')).renderCommand(context),
};

/**
 * The command line.
 * @param asked the first word after the program. If it is a command, only that one is loaded.
 */
export async function buildProgram(parts: CommandParts, asked: string | undefined): Promise<Command> {
  const program = new Command('waypost')
    .description('Dynamic QR codes whose links resolve for years, count exactly and never go stale.')
    .version(parts.version)
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
  if (asked === '--version') return program;
  const isKnown = asked !== undefined && Object.hasOwn(commands, asked);
  for (const [name, load] of Object.entries(commands))
    if (!isKnown || name === asked) program.addCommand(await load(parts));
  return program;
}
