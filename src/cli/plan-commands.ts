import { Command } from 'commander';
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
      const rows = [...(await context.plans()).values()].map(({ name, limits, ...switches }) => ({
        plan: name,
        api_access: switches.apiAccess,
        qr_creation: switches.qrCreation,
        advanced_redirects: switches.advancedRedirects,
        qr_codes: limits.qrCodes,
        requests_per_second: limits.requestsPerSecond,
        requests_per_minute: limits.requestsPerMinute,
        requests_per_day: limits.requestsPerDay,
        api_keys: limits.apiKeys,
        projects: Number.isFinite(limits.projects) ? limits.projects : 'unlimited',
        domains: Number.isFinite(limits.domains) ? limits.domains : 'unlimited',
      }));
      context.print(options.json ? formatJson(rows) : formatTable(rows, Object.keys(rows[0] ?? {})));
    });
  return plan;
}
