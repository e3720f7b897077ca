import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { openPostgresClient } from '#platform/open-postgres-client.ts';
import { acceptedSetting, readIdentity } from '#platform/postgres-hosts.ts';
import type { CliContext } from './cli-context.ts';

export function lineageCommand(context: CliContext): Command {
  return new Command('lineage')
    .description('which PostgreSQL server has our data')
    .addCommand(showCommand(context))
    .addCommand(acceptCommand(context));
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('show the cluster and timeline of the configured server')
    .action(async () => {
      const client = await openPostgresClient(context.config().databaseDirectUrl, {});
      try {
        const { identity } = await readIdentity(client);
        if (identity === null)
          throw new Refusal(
            'service_unavailable',
            'This server does not say which cluster and timeline it is.',
          );
        const { systemId, timeline, acceptedMs } = identity;
        const accepted = acceptedMs === 0 ? 'never' : new Date(acceptedMs).toISOString();
        context.print(`cluster   ${systemId}\ntimeline  ${timeline}\naccepted  ${accepted}`);
      } finally {
        await client.end();
      }
    });
}

function acceptCommand(context: CliContext): Command {
  return new Command('accept')
    .description(
      'say that this server has our data, after a restore or a move; every process takes it within seconds',
    )
    .addHelpText(
      'after',
      '\nProcesses refuse a server of another cluster or an older timeline: what an old primary counts is lost when it is rewound.\nAccept one only if no other server has newer data.',
    )
    .action(async () => {
      const client = await openPostgresClient(context.config().databaseDirectUrl, {});
      try {
        const { rows } = await client.query<{ name: string }>(
          'select quote_ident(current_database()) as name',
        );
        await client.query(`alter database ${rows[0]?.name} set ${acceptedSetting} = '${Date.now()}'`);
        context.print('Accepted. Processes take this server when they connect the next time.');
      } finally {
        await client.end();
      }
    });
}
