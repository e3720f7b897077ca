import { Command } from 'commander';
import { formatIdentifier } from '#core/identifier.ts';
import { listReports } from '#features/abuse-reports/abuse-report-queries.ts';
import { closeReport } from '#features/abuse-reports/close-report.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson, formatTable } from './output.ts';

export function reportCommands(context: CliContext): Command {
  const reports = new Command('reports').description('abuse reports about codes');
  reports.addCommand(listCommand(context));
  reports.addCommand(endCommand(context, 'closed', 'close', "don't change the code"));
  reports.addCommand(endCommand(context, 'blocked', 'block', 'block the code; only you can unblock it'));
  return reports;
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list open reports, newest first')
    .option('--all', 'include closed reports')
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(async ({ all, rows: limit, json }: { all?: boolean; rows: number; json?: boolean }) => {
      const rows = (await listReports(context.db(), all ?? false, limit)).map((report) => ({
        ...report,
        qr_id: report.qr_id && formatIdentifier('qrc', report.qr_id),
        account_id: report.account_id && formatIdentifier('acc', report.account_id),
        reported_at: report.reported_at.toISOString(),
      }));
      if (json) return context.print(formatJson(rows));
      context.print(
        formatTable(rows, [
          'report_id',
          'reported_at',
          'state',
          'reason',
          'slug',
          'qr_id',
          'details',
          'contact',
        ]),
      );
    });
}

function endCommand(context: CliContext, state: 'closed' | 'blocked', name: string, what: string): Command {
  return new Command(name)
    .description(`close a report and all others about the same code: ${what}`)
    .argument('<report>', 'its ID; see: waypost safety reports list')
    .option('--note <text>', 'message to the reporter, shown on the status page')
    .action(async (id: string, { note }: { note?: string }) => {
      const { slug, reports } = await closeReport(context.db(), id, state, note ?? null);
      const outcome = state === 'blocked' ? 'is blocked' : 'is unchanged';
      context.print(
        `${slug} ${outcome}; ${reports} ${reports === 1 ? 'report is' : 'reports are'} ${state}.`,
      );
    });
}
