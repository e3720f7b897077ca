import { Command } from 'commander';
import { invalidRequest } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { parseKeyLimits } from '#core/key-input.ts';
import { scopes } from '#core/scopes.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { accountView } from '#features/accounts/account-view.ts';
import { listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { apiKeyView } from '#features/api-keys/api-key-view.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { jsonOption, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

const keysShownMax = 1_000;

export function keyCommands(context: CliContext): Command {
  const key = new Command('key').description('API keys');
  key.addCommand(createCommand(context));
  key.addCommand(listCommand(context));
  key.addCommand(revokeCommand(context));
  return key;
}

interface KeyOptions {
  account: string;
  name: string;
  scope?: string[];
  project?: string[];
  expires?: string;
  json?: boolean;
}

function createCommand(context: CliContext): Command {
  return new Command('create')
    .description('create an API key and show it once')
    .requiredOption('--account <id>', 'acc_…')
    .option('--name <text>', 'purpose of the key', 'default')
    .option('--scope <scope...>', `restrict it to these scopes: ${scopes.join(', ')}`)
    .option('--project <id...>', 'restrict it to these projects (prj_…)')
    .option('--expires <time>', 'the time when it ends, such as 2027-01-31T18:00:00Z')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nTo rotate a key: create a second one, use it in your programs, then revoke the first.',
    )
    .action(async (options: KeyOptions) => {
      const plans = await context.plans();
      const accountId = uuidOf('acc', options.account);
      const limits = parseKeyLimits(
        { scopes: options.scope, projects: options.project, expires_at: options.expires },
        Date.now(),
      );
      if (!limits.ok) throw invalidRequest(limits);
      const { row, apiKey } = await createApiKey(context.db(), plans, accountId, options.name, limits.value);
      const made = { key_id: formatIdentifier('key', row.key_id), api_key: apiKey };
      if (options.json) return context.print(formatJson(made));
      context.print(formatFields(made));
      context.print("\nSave it now. Waypost stores only a hash and can't show it again.");
      const account = await findAccount(context.db(), accountId);
      if (account && !accountView(plans, account).api_access) {
        context.print(
          `This account has no API access, so requests with the key get a 403. To enable it: waypost account set ${options.account} --api-access on`,
        );
      }
    });
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list the keys and OAuth clients of an account, including revoked ones')
    .requiredOption('--account <id>', 'acc_…')
    .addOption(jsonOption())
    .action(async (options: { account: string; json?: boolean }) => {
      const keys = await listApiKeys(context.db(), uuidOf('acc', options.account), keysShownMax, null);
      const rows = keys.map(apiKeyView);
      if (options.json) return context.print(formatJson(rows));
      context.print(
        formatTable(rows, [
          'key_id',
          'kind',
          'name',
          'prefix',
          'scope',
          'created_at',
          'expires_at',
          'revoked_at',
        ]),
      );
    });
}

function revokeCommand(context: CliContext): Command {
  return new Command('revoke')
    .description('revoke a key or OAuth client permanently')
    .argument('<id>', 'key_…')
    .addOption(jsonOption())
    .action(async (id: string, options: { json?: boolean }) => {
      const row = apiKeyView(await revokeApiKey(context.db(), uuidOf('key', id)));
      if (options.json) return context.print(formatJson(row));
      context.print(`${row.key_id} (${row.name}) was revoked on ${row.revoked_at}.`);
    });
}
