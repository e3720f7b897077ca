import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { openPostgresClient } from '#platform/open-postgres-client.ts';
import { acceptedSetting, readIdentity } from '#platform/postgres-hosts.ts';
import type { CliContext } from './cli-context.ts';

/** Events and deliveries that a lost server may have had. */
const lostEventsMax = 1_000_000_000;

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
          throw new Refusal('service_unavailable', "This server doesn't report its cluster and timeline.");
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
    .description('accept this server after a restore or a move; every process uses it within seconds')
    .addHelpText(
      'after',
      '\nProcesses refuse a server with another cluster ID or an older timeline, because scans that an old primary counts are lost when it is rewound.\nAccept a server only if no other server has newer data.',
    )
    .action(async () => {
      const client = await openPostgresClient(context.config().databaseDirectUrl, {});
      try {
        const { rows } = await client.query<{ name: string }>(
          'select quote_ident(current_database()) as name',
        );
        // The lost server may have given later places to events. Readers that know them must find the new ones.
        await client.query(
          "select setval(to_regclass('log_order'), nextval(to_regclass('log_order')) + $1::bigint)",
          [lostEventsMax],
        );
        await client.query(`alter database ${rows[0]?.name} set ${acceptedSetting} = '${Date.now()}'`);
        context.print('Accepted. Processes use this server when they connect again.');
      } finally {
        await client.end();
      }
    });
}
