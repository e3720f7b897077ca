import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { deleteLinkHost, listLinkHosts } from '#features/domains/link-host-queries.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson } from './output.ts';

export function hostCommand(context: CliContext): Command {
  return new Command('host')
    .description('hosts in printed codes')
    .addCommand(listCommand(context))
    .addCommand(forgetCommand(context));
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list the hosts in images, and whether each one is served')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean }) => {
      const { ownHosts } = context.config();
      const hosts = (await listLinkHosts(context.db())).map(({ host, first_drawn_at: firstDrawnAt }) => ({
        host,
        first_drawn_at: firstDrawnAt.toISOString(),
        is_served: ownHosts.includes(host),
      }));
      if (options.json) return context.print(formatJson(hosts));
      for (const { host, first_drawn_at: since, is_served: isServed } of hosts)
        context.print(`${host}  since ${since.slice(0, 10)}  ${isServed ? 'served' : 'not served'}`);
      if (hosts.length === 0) context.print('There are no images yet.');
    });
}

function forgetCommand(context: CliContext): Command {
  return new Command('forget')
    .description(
      'remove a host, so that Waypost starts without it; printed codes with this host stop working',
    )
    .argument('<host>')
    .action(async (host: string) => {
      if (context.config().ownHosts.includes(host.toLowerCase()))
        throw new Refusal('conflict', `This configuration serves ${host}, so there is nothing to forget.`);
      if (!(await deleteLinkHost(context.db(), host.toLowerCase())))
        throw new Refusal('not_found', `No image contains ${host}. See: waypost host list`);
      context.print(`Removed. Waypost now starts without ${host}.`);
    });
}
