import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { acceptNumbers } from '#features/ledger-servers/accept-numbers.ts';
import { forgetServer } from '#features/ledger-servers/forget-server.ts';
import type { LedgerServer } from '#features/ledger-servers/ledger-databases.ts';
import { moveShards } from '#features/ledger-servers/move-shards.ts';
import { findBacklog, listServerShards } from '#features/ledger-servers/shard-queries.ts';
import type { CliContext } from './cli-context.ts';
import { formatTable } from './output.ts';

export function ledgerCommands(context: CliContext): Command {
  return new Command('ledger')
    .description('additional PostgreSQL servers for scans (docs/scaling.md)')
    .addCommand(serversCommand(context))
    .addCommand(spreadCommand(context))
    .addCommand(acceptCommand(context))
    .addCommand(forgetCommand(context));
}

function serversCommand(context: CliContext): Command {
  return new Command('servers')
    .description(
      'list the servers with their shards (of 256) and the scans that they have not transferred yet',
    )
    .action(async () => {
      const servers = await context.ledgers().list();
      const rows = await Promise.all(
        (await listServerShards(context.db())).map(async ({ server_id, shards, leaving }) => {
          const server = servers.find(({ id }) => id === server_id);
          const backlog = server === undefined ? null : await findBacklog(server.db);
          return {
            server_id,
            shards,
            leaving,
            open_rows: backlog?.open_rows ?? 'away',
            batches_to_roll_up: backlog?.batches_to_roll_up ?? 'away',
          };
        }),
      );
      context.print(formatTable(rows, ['server_id', 'shards', 'leaving', 'open_rows', 'batches_to_roll_up']));
    });
}

function spreadCommand(context: CliContext): Command {
  return new Command('spread')
    .description('spread new scans evenly over the servers in LEDGER_DATABASE_URLS')
    .option(
      '--without <server>',
      'all except this one, so that you can remove it after it has transferred its scans',
    )
    .addHelpText(
      'after',
      '\nBefore: every api, scan and worker process has these LEDGER_DATABASE_URLS, and `waypost migrate` has run.\nCounts stay where they are. Run it again whenever it was interrupted.',
    )
    .action(async ({ without }: { without?: string }) => {
      const servers = await context.ledgers().listAll();
      const targets = servers.filter(({ id }) => id !== without);
      if (without !== undefined && targets.length === servers.length) throw notFound(without, servers);
      const moved = await moveShards(context.db(), { targets, servers }, (line) => context.print(line));
      const plural = targets.length === 1 ? '' : 's';
      const where = targets.length === 0 ? 'the first server' : `${targets.length} ledger server${plural}`;
      context.print(`${moved} of 256 shards moved. New scans go to ${where}.`);
    });
}

function acceptCommand(context: CliContext): Command {
  return new Command('accept')
    .description('continue after a ledger server, or the first server, was restored from a backup')
    .argument('<server>')
    .addHelpText(
      'after',
      '\nScans that were transferred after the backup are lost or counted twice. docs/scaling.md says how many.',
    )
    .action(async (serverId: string) => {
      const servers = await context.ledgers().list();
      const server = servers.find(({ id }) => id === serverId);
      if (server === undefined) throw notFound(serverId, servers);
      await acceptNumbers(context.patientDb(), server);
      context.print('Accepted. Workers continue within seconds.');
    });
}

function forgetCommand(context: CliContext): Command {
  return new Command('forget')
    .description('remove a ledger server whose data is lost; the first server takes over its shards')
    .argument('<server>')
    .requiredOption('--yes', 'confirm that scans which it has not transferred are lost')
    .action(async (serverId: string) => {
      const known = await listServerShards(context.db());
      if (!known.some(({ server_id }) => server_id === serverId))
        throw new Refusal('not_found', `There is no ledger server ${serverId}. See: waypost ledger servers`);
      await forgetServer(context.patientDb(), serverId);
      context.print('Removed. Remove its address from LEDGER_DATABASE_URLS and restart the processes.');
    });
}

function notFound(serverId: string, servers: LedgerServer[]): Refusal {
  const known = servers.map(({ id }) => id).join(', ');
  return new Refusal(
    'invalid_request',
    `${serverId} is none of ${known === '' ? 'LEDGER_DATABASE_URLS' : known}.`,
  );
}
