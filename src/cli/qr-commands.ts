import { Command, Option } from 'commander';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { parseLanguageTag } from '#core/language-tag.ts';
import { isQrType } from '#core/qr-type.ts';
import { type DeviceClass, deviceClasses } from '#core/rules/device-class.ts';
import { parseSlug } from '#core/slug.ts';
import { type VisitedHost, visitedHost } from '#core/visited-host.ts';
import type { QrStatus } from '#features/database.ts';
import { findProject } from '#features/projects/project-queries.ts';
import { listQrCodes } from '#features/qr-codes/qr-code-list-queries.ts';
import {
  type FullQrCodeRow,
  findAnyQrCode,
  findAnyQrCodeBySlug,
} from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeItemView, qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { FileLinks } from '#platform/file-links.ts';
import { Secrets } from '#platform/secrets.ts';
import { profileOption } from './api-client.ts';
import { jsonOption, parseRows, uuidOf } from './arguments.ts';
import { callerCodeCommands, listOverApi } from './caller-commands.ts';
import type { CliContext } from './cli-context.ts';
import { importCommand } from './import-command.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

const qrStatuses: QrStatus[] = ['active', 'archived', 'blocked'];

export function qrCommands(context: CliContext): Command {
  const qr = new Command('qr').description(
    'QR codes: your own with the API, or, as an operator, those of any account',
  );
  for (const command of callerCodeCommands(context)) qr.addCommand(command);
  qr.addCommand(importCommand(context));
  qr.addCommand(listCommand(context));
  qr.addCommand(showCommand(context));
  qr.addCommand(blockCommand(context, 'block', 'block a code; scans get a 403 until you unblock it', true));
  qr.addCommand(blockCommand(context, 'unblock', 'unblock a code', false));
  return qr;
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list your codes with the API, or, as an operator, the codes of an account; newest first')
    .option('--account <id>', 'acc_…: as an operator, from the database')
    .option('--search <text>', 'part of the name (with the API)')
    .addOption(profileOption())
    .option('--project <id>', 'prj_…')
    .option('--archived', 'list archived codes instead')
    .addOption(
      new Option('--status <status...>', 'only these (default: active and blocked)').choices(qrStatuses),
    )
    .addOption(new Option('--type <type>', 'only this type'))
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(
      async (options: {
        account?: string;
        project?: string;
        archived?: boolean;
        search?: string;
        status?: QrStatus[];
        type?: string;
        profile?: string;
        rows: number;
        json?: boolean;
      }) => {
        if (options.account === undefined) return listOverApi(context, 'codes', options);
        const projectId = options.project === undefined ? null : uuidOf('prj', options.project);
        const filter = {
          accountId: uuidOf('acc', options.account),
          projectIds: projectId === null ? null : [projectId],
          statuses:
            options.status ??
            (options.archived ? ['archived' as const] : ['active' as const, 'blocked' as const]),
          type: options.type !== undefined && isQrType(options.type) ? options.type : null,
        };
        const project = projectId && (await findProject(context.db(), filter.accountId, projectId));
        if (project === undefined)
          throw new Refusal('not_found', `The account has no project ${options.project}.`);
        const found = await listQrCodes(
          context.db(),
          filter,
          { order: 'newest', after: null },
          { limit: options.rows },
        );
        const rows = found.map((row) => qrCodeItemView(row, context.config()));
        if (options.json) return context.print(formatJson(rows));
        context.print(
          formatTable(rows, ['qr_id', 'label', 'status', 'type', 'slug', 'render_status', 'redirect_url']),
        );
      },
    );
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('show one code, archived or not, with the result of a scan and the reason')
    .argument('<code>', 'qrc_…, a slug, or the printed link')
    .option('--device <class>', `simulate a scan with this device: ${deviceClasses.join(', ')}`, 'ios')
    .option('--country <code>', 'simulate a scan in this country, such as DE')
    .option('--language <tag>', 'simulate a visitor who prefers this language, such as de or pt-BR')
    .addOption(jsonOption())
    .action(async (text: string, options: ShowOptions) => {
      const { code, host, query } = await findCode(context, text);
      const visitor = {
        device: parseDevice(options.device),
        country: options.country?.toUpperCase() ?? null,
        language: options.language === undefined ? null : parseLanguage(options.language),
      };
      const scanCount = code.scan_count;
      const scan = { host, visitor, query, instantMs: systemClock.nowMs(), scanCount };
      const { status, destination, reason } = await context.explainLink(code.reserved_slug, scan);
      printCode(context, code, options, {
        account_id: formatIdentifier('acc', code.account_id),
        scan_status: status,
        scan_destination: destination,
        scan_reason: reason,
      });
    });
}

interface ShowOptions {
  device: string;
  country?: string;
  language?: string;
  json?: boolean;
}

function parseLanguage(text: string): string {
  const language = parseLanguageTag(text);
  if (language === null)
    throw new Refusal('invalid_request', 'The language must be a tag such as de or pt-BR.');
  return language;
}

function parseDevice(text: string): DeviceClass {
  const device = deviceClasses.find((name) => name === text);
  if (device === undefined)
    throw new Refusal('invalid_request', `--device must be one of ${deviceClasses.join(', ')}.`);
  return device;
}

/** By identifier, slug, or a whole link, which also gives the host of the scan. */
async function findCode(
  context: CliContext,
  text: string,
): Promise<{ code: FullQrCodeRow; host: VisitedHost; query: string }> {
  const link = URL.parse(text);
  const slug = parseSlug((link?.pathname ?? `/${text}`).slice(1));
  const code =
    slug === null
      ? await findAnyQrCode(context.db(), uuidOf('qrc', text))
      : await findAnyQrCodeBySlug(context.db(), slug);
  if (code === undefined) throw new Refusal('not_found', `There is no QR code ${text}.`);
  const host = visitedHost(link?.host, new Set(context.config().ownHosts));
  return { code, host, query: link?.search.slice(1) ?? '' };
}

function blockCommand(context: CliContext, name: string, description: string, blocked: boolean): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'qrc_…')
    .addOption(jsonOption())
    .action(async (id: string, options: { json?: boolean }) => {
      printCode(context, await setQrCodeBlocked(context.db(), uuidOf('qrc', id), blocked), options);
    });
}

/** The view of the API, plus who blocked the code. */
function printCode(
  context: CliContext,
  code: FullQrCodeRow,
  options: { json?: boolean },
  more: Record<string, unknown> = {},
): void {
  const view = { ...qrCodeView(code, addressesOf(context.config())), blocked_by: code.blocked_by, ...more };
  context.print(options.json ? formatJson(view) : formatFields(view));
}

function addressesOf(config: Config) {
  const fileLinks = new FileLinks(new Secrets(config.secretKeys), config, systemClock);
  return { publicBaseUrl: config.publicBaseUrl, fileLinks };
}
