import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { AccountInput } from '#features/accounts/account-input.ts';
import { type AccountRow, findAccount, listAccounts } from '#features/accounts/account-queries.ts';
import { accountView } from '#features/accounts/account-view.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { createAccount } from '#features/accounts/create-account.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import { accountControlCommands } from './account-control-commands.ts';
import { jsonOption, parseApiAccess, parseLimit, parseRows, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { memberCommands } from './member-commands.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

interface AccountOptions {
  email?: string;
  plan?: string;
  timezone?: string;
  apiAccess?: boolean | 'plan';
  limit?: Record<string, number | null>;
  json?: boolean;
}

export function accountCommands(context: CliContext): Command {
  const account = new Command('account').description('accounts, their plans and limits');
  account.addCommand(createCommand(context));
  account.addCommand(showCommand(context));
  account.addCommand(listCommand(context));
  account.addCommand(setCommand(context));
  for (const command of [...accountControlCommands(context), ...memberCommands(context)])
    account.addCommand(command);
  return account;
}

function withAccountOptions(command: Command): Command {
  return command
    .option('--plan <name>', 'see: waypost plan list')
    .option('--timezone <zone>', 'IANA name; used for schedule rules')
    .option(
      '--api-access <on|off|plan>',
      'turn API access on or off, independently of the plan',
      parseApiAccess,
    )
    .option('--limit <name=number>', 'override one limit of the plan (repeatable)', parseLimit)
    .addOption(jsonOption());
}

function createCommand(context: CliContext): Command {
  return withAccountOptions(new Command('create').requiredOption('--email <address>'))
    .description('create an account and its default project')
    .addHelpText(
      'after',
      '\nExample:\n  $ waypost account create --email ops@example.com --plan pro --timezone Europe/Berlin',
    )
    .action(async (options: AccountOptions & { email: string }) => {
      const input = { ...accountInput(options), email: options.email };
      const made = await createAccount(context.db(), await context.plans(), input);
      const accountId = formatIdentifier('acc', made.account.account_id);
      const defaultProjectId = formatIdentifier('prj', made.defaultProjectId);
      if (options.json) {
        return context.print(formatJson({ account_id: accountId, default_project_id: defaultProjectId }));
      }
      context.print(formatFields({ account_id: accountId, default_project_id: defaultProjectId }));
      context.print(`\nNext: waypost key create --account ${accountId}`);
    });
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('show one account')
    .argument('<id>', 'acc_…')
    .addOption(jsonOption())
    .action(async (id: string, options: { json?: boolean }) => {
      await printAccount(context, await findAccount(context.db(), uuidOf('acc', id)), id, options);
    });
}

function setCommand(context: CliContext): Command {
  return withAccountOptions(new Command('set').argument('<id>', 'acc_…').option('--email <address>'))
    .description('change fields of an account; a new email address revokes every key')
    .addHelpText(
      'after',
      '\nExamples:\n  $ waypost account set acc_… --plan agency\n  $ waypost account set acc_… --limit qr_codes=2 --limit requests_per_minute=plan',
    )
    .action(async (id: string, options: AccountOptions) => {
      const input = accountInput(options);
      if (Object.keys(input).length === 0) {
        throw new Refusal(
          'invalid_request',
          'Specify what to change: --email, --plan, --timezone, --api-access or --limit.',
        );
      }
      const accountId = uuidOf('acc', id);
      const before = await findAccount(context.db(), accountId);
      const account = await changeAccount(context.db(), await context.plans(), accountId, input);
      if (account !== null && before !== undefined && before.email !== account.email)
        await sendSecurityNotice(
          context.db(),
          context.mailOffice(),
          { accountId },
          {
            kind: 'email_changed',
            detail: `It changed from ${before.email} to ${account.email}. Every API key was revoked and every session ended.`,
            also: [before.email],
          },
        );
      await printAccount(context, account ?? undefined, id, options);
    });
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list accounts, newest first')
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(async (options: { rows: number; json?: boolean }) => {
      const plans = await context.plans();
      const rows = (await listAccounts(context.db(), options.rows)).map((row) => accountView(plans, row));
      if (options.json) return context.print(formatJson(rows));
      context.print(
        formatTable(rows, [
          'account_id',
          'email',
          'plan',
          'timezone',
          'api_access',
          'limit_overrides',
          'created_at',
        ]),
      );
    });
}

async function printAccount(
  context: CliContext,
  account: AccountRow | undefined,
  id: string,
  options: { json?: boolean },
): Promise<void> {
  if (account === undefined) throw new Refusal('not_found', `There is no account ${id}.`);
  const view = accountView(await context.plans(), account);
  context.print(options.json ? formatJson(view) : formatFields(view));
}

function accountInput(options: AccountOptions): AccountInput {
  return {
    ...(options.email !== undefined && { email: options.email }),
    ...(options.plan !== undefined && { plan: options.plan }),
    ...(options.timezone !== undefined && { timeZone: options.timezone }),
    ...(options.apiAccess !== undefined && {
      apiAccess: options.apiAccess === 'plan' ? null : options.apiAccess,
    }),
    ...(options.limit !== undefined && { limits: options.limit }),
  };
}
