import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

export function journalCommands(context: CliContext): Command {
  return new Command('journal').description('scans on this machine that are not counted yet').addCommand(
    new Command('replay')
      .description(
        'count the scans of journals in JOURNAL_DIR that no process uses, such as those of a removed pod',
      )
      .action(async () => {
        const scans = await context.replayJournals();
        const where = context.config().journalDir;
        context.print(
          scans === 0
            ? `There are no uncounted scans in ${where}.`
            : `${scans} scans of ${where} were counted.`,
        );
      }),
  );
}
