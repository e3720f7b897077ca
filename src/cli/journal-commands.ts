import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

export function journalCommands(context: CliContext): Command {
  return new Command('journal').description('scans on this machine that are not counted yet').addCommand(
    new Command('replay')
      .description(
        'count the journals in JOURNAL_DIR that no process holds, such as those of a pod that was scaled away',
      )
      .action(async () => {
        const scans = await context.replayJournals();
        const where = context.config().journalDir;
        context.print(
          scans === 0 ? `Nothing waits in ${where}.` : `${scans} scans of ${where} were counted.`,
        );
      }),
  );
}
