import type { Watch } from '@waypost/sdk';
import { Command } from 'commander';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable, withoutFrame } from './output.ts';

interface WatchOptions extends ApiOptions {
  destination?: boolean;
  standby?: string;
  scans?: boolean;
  json?: boolean;
}

/** What is watched about a code, over the public API. */
export function watchCommands(context: CliContext): Command {
  const watch = new Command('watch').description('alarms when a destination fails, or scans stop or surge');
  watch
    .command('show')
    .description('show what is watched about a code, and how it is doing')
    .argument('<id>', 'qrc_…')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (id: string, options: WatchOptions) => {
      print(context, await callApi(context, options, (waypost) => waypost.qrCodes.getWatch(id)), options);
    });
  watch
    .command('set')
    .description('watch a code; what you leave out is off')
    .argument('<id>', 'qrc_…')
    .option('--destination', 'check its destinations every day')
    .option('--standby <url>', 'the address that replaces a destination while it fails')
    .option('--scans', 'send an alarm when scans stop, or are many more than usual')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (id: string, options: WatchOptions) => {
      const settings = {
        destination: options.destination ?? false,
        standby_url: options.standby ?? null,
        scans: options.scans ?? false,
      };
      print(
        context,
        await callApi(context, options, (waypost) => waypost.qrCodes.watch(id, settings)),
        options,
      );
    });
  watch
    .command('end')
    .description('stop watching a code')
    .argument('<id>', 'qrc_…')
    .addOption(profileOption())
    .action(async (id: string, options: WatchOptions) => {
      await callApi(context, options, (waypost) => waypost.qrCodes.unwatch(id));
      context.print('It is no longer watched.');
    });
  return watch;
}

function print(context: CliContext, watch: Watch, { json = false }: WatchOptions): void {
  if (json) return context.print(formatJson(watch));
  const { destinations, scan_state: scans, project_domain: domain, ...rest } = withoutFrame(watch);
  context.print(
    formatFields({ ...rest, scan_state: scans?.state ?? null, links_end: domain?.expires_at ?? null }),
  );
  if (destinations.length > 0)
    context.print(formatTable(destinations, ['state', 'failures', 'status', 'checked_at', 'url']));
}
