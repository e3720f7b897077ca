import { Command, InvalidArgumentError, Option } from 'commander';
import { operatorOf } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { actAs } from '#features/act-as.ts';
import { changeEndpoint } from '#features/webhooks/change-endpoint.ts';
import { type DeliveryRow, deliveryStatuses, listDeliveries } from '#features/webhooks/delivery-queries.ts';
import { deliveryView } from '#features/webhooks/delivery-view.ts';
import { type EndpointRow, findAnyEndpoint, listAllEndpoints } from '#features/webhooks/endpoint-queries.ts';
import { endpointView } from '#features/webhooks/endpoint-view.ts';
import { replayEvents } from '#features/webhooks/replay-events.ts';
import { replayScans } from '#features/webhooks/replay-scans.ts';
import { jsonOption, parseRows, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

interface JsonOptions {
  json?: boolean;
}

/** Where events of accounts are sent, for operators. */
export function webhookCommands(context: CliContext): Command {
  const webhook = new Command('webhook').description('webhook endpoints of accounts, for operators');
  webhook.addCommand(listCommand(context));
  webhook.addCommand(showCommand(context));
  webhook.addCommand(deliveriesCommand(context));
  webhook.addCommand(replayCommand(context));
  webhook.addCommand(switchCommand(context, 'enable', 'send events to an endpoint again, from now on', true));
  webhook.addCommand(switchCommand(context, 'disable', 'end the deliveries of an endpoint', false));
  return webhook;
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list endpoints with their health, those that fail first')
    .option('--account <id>', 'acc_…')
    .option('--failing', 'only those that fail or were disabled')
    .option('--rows <number>', 'maximum number of rows', parseRows, 50)
    .addOption(jsonOption())
    .action(async (options: JsonOptions & { account?: string; failing?: boolean; rows: number }) => {
      const rows = await listAllEndpoints(context.db(), {
        accountId: options.account === undefined ? null : uuidOf('acc', options.account),
        isFailing: options.failing === true,
        limit: options.rows,
      });
      const columns = ['endpoint_id', 'account_id', 'url', 'enabled', 'failures', 'failing_since', 'pending'];
      const shown = rows.map((row) => ({ ...operatorView(row), pending: row.pending }));
      context.print(options.json ? formatJson(shown) : formatTable(shown, columns));
    });
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('show an endpoint and its health')
    .argument('<endpoint>', 'whe_…')
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOptions) => {
      const endpoint = await requireEndpoint(context, id);
      const shown = operatorView(endpoint);
      context.print(options.json ? formatJson(shown) : formatFields(shown));
    });
}

function deliveriesCommand(context: CliContext): Command {
  return new Command('deliveries')
    .description('list the newest deliveries of an endpoint')
    .argument('<endpoint>', 'whe_…')
    .addOption(new Option('--status <status>').choices([...deliveryStatuses]))
    .option('--rows <number>', 'maximum number of rows', parseRows, 20)
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOptions & { status?: DeliveryRow['status']; rows: number }) => {
      const { endpoint_id: endpointId } = await requireEndpoint(context, id);
      const rows = await listDeliveries(context.db(), endpointId, options.status ?? null, null, options.rows);
      const columns = [
        'delivery_id',
        'type',
        'status',
        'attempts',
        'response_status',
        'duration_ms',
        'error',
      ];
      const shown = rows.map(deliveryView);
      context.print(options.json ? formatJson(shown) : formatTable(shown, columns));
    });
}

function replayCommand(context: CliContext): Command {
  return new Command('replay')
    .description('send old events or scans to an endpoint again')
    .argument('<endpoint>', 'whe_…')
    .option('--after <event>', 'events after this one, evt_…')
    .option('--code <id>', 'scans of this code, qrc_…')
    .option('--after-number <number>', 'scans after this number', parseNumber, 0)
    .action(async (id: string, options: { after?: string; code?: string; afterNumber: number }) => {
      const { account_id: accountId, endpoint_id: endpointId } = await requireEndpoint(context, id);
      const actor = operatorOf(accountId);
      const { after, code, afterNumber } = options;
      if ((after === undefined) === (code === undefined))
        throw new Refusal('invalid_request', 'Pass --after for events, or --code for scans.');
      await actAs(context.db(), actor)
        .transaction()
        .execute((tx) =>
          code === undefined
            ? replayEvents(tx, actor, endpointId, uuidOf('evt', after ?? ''))
            : replayScans(tx, actor, endpointId, { qrId: uuidOf('qrc', code), afterNumber }),
        );
      context.print(
        `The worker sends ${code === undefined ? 'the events' : `the scans of ${code}`} to ${id}.`,
      );
    });
}

function parseNumber(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('a whole number, or 0 for all scans.');
}

function switchCommand(context: CliContext, name: string, description: string, enabled: boolean): Command {
  return new Command(name)
    .description(description)
    .argument('<endpoint>', 'whe_…')
    .action(async (id: string) => {
      const { account_id: accountId, endpoint_id: endpointId } = await requireEndpoint(context, id);
      const actor = operatorOf(accountId);
      await actAs(context.db(), actor)
        .transaction()
        .execute((tx) =>
          changeEndpoint(tx, actor, { endpointId, ifMatch: undefined }, { enabled }, { allowsPrivate: true }),
        );
      context.print(`${id} is ${enabled ? 'enabled' : 'disabled'}.`);
    });
}

async function requireEndpoint(context: CliContext, id: string): Promise<EndpointRow> {
  const endpoint = await findAnyEndpoint(context.db(), uuidOf('whe', id));
  if (endpoint === undefined) throw new Refusal('endpoint_not_found', `There is no webhook endpoint ${id}.`);
  return endpoint;
}

/** What its owners see, and what only operators see. */
function operatorView(row: EndpointRow): Record<string, unknown> {
  return {
    ...endpointView(row),
    account_id: formatIdentifier('acc', row.account_id),
    failures: row.failures,
    paused_until: row.paused_until?.toISOString() ?? null,
  };
}
