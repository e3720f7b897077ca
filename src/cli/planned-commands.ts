import { Command } from 'commander';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable, withoutFrame } from './output.ts';

const columns = ['plan_id', 'name', 'status', 'apply_at', 'total', 'failed'];

/** Planned changes, over the public API. `waypost qr update --at` plans one. */
export function plannedCommands(context: CliContext): Command {
  const planned = new Command('planned').description('changes of codes at a later time');
  planned
    .command('list')
    .description('list planned changes, newest first')
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (options: ApiOptions & { rows: number; json?: boolean }) => {
      const rows = await callApi(context, options, async (waypost) => {
        const read: Record<string, unknown>[] = [];
        for await (const plan of waypost.plannedChanges.list())
          if (read.push({ ...plan }) >= options.rows) break;
        return read;
      });
      context.print(options.json ? formatJson(rows) : formatTable(rows, columns));
    });
  planned
    .command('cancel')
    .description('cancel a planned change that has not begun')
    .argument('<id>', 'pln_…')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (id: string, options: ApiOptions & { json?: boolean }) => {
      const plan = await callApi(context, options, (waypost) => waypost.plannedChanges.cancel(id));
      context.print(
        options.json ? formatJson(plan) : formatFields({ ...withoutFrame(plan), status: plan.status }),
      );
    });
  return planned;
}
