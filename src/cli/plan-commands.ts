import { Command } from 'commander';
import { formatFeatures, formatLimits } from '#core/plan-limits.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson, formatTable } from './output.ts';

export function planCommands(context: CliContext): Command {
  const plan = new Command('plan').description('the plan catalogue');
  plan
    .command('list')
    .description('list the plans and their limits')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean }) => {
      const rows = [...(await context.plans()).values()].map((found) => ({
        plan: found.name,
        ...formatFeatures(found),
        ...Object.fromEntries(
          Object.entries(formatLimits(found.limits)).map(([name, limit]) => [name, limit ?? 'unlimited']),
        ),
      }));
      context.print(options.json ? formatJson(rows) : formatTable(rows, Object.keys(rows[0] ?? {})));
    });
  return plan;
}
