import type { NewQrCode, QrCode, QrCodeChange } from '@waypost/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Refusal } from '#core/errors.ts';
import { apiTypes } from '#core/qr-type.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable, withoutFrame } from './output.ts';
import { terminalCode } from './terminal-code.ts';

interface CodeOptions extends ApiOptions {
  name?: string;
  url?: string;
  text?: string;
  type?: string;
  status?: string;
  project?: string;
  /** `none` clears. */
  limit?: number | 'none';
  expires?: string;
  rules?: unknown[] | 'none';
  qr?: boolean;
  wait?: boolean;
  at?: string;
  rehearse?: boolean;
  json?: boolean;
}

type QrStatus = 'active' | 'archived' | 'blocked';

const codeColumns = ['qr_id', 'label', 'status', 'type', 'slug', 'redirect_url'];

/** Commands for codes over the public API, on any machine, with a key. */
export function callerCodeCommands(context: CliContext): Command[] {
  return [
    codeOptions(new Command('create').description('create a code with the API and wait for its image'))
      .option('--text <text>', 'a text instead of a link')
      .addOption(new Option('--type <type>', 'default: url, or text with --text').choices([...apiTypes]))
      .option('--project <id>', 'prj_…')
      .option('--no-wait', 'return at once, without slug and images')
      .action(async (options: CodeOptions) => {
        const body = {
          ...(options.name !== undefined && { name: options.name }),
          ...(options.text !== undefined && { type: 'text', text: options.text }),
          ...(options.type !== undefined && { type: options.type }),
          ...(options.url !== undefined && { redirect_url: options.url }),
          ...(options.project !== undefined && { project_id: options.project }),
          ...settingsOf(options),
        } as NewQrCode;
        const code = await callApi(context, options, async (waypost) => {
          const made = await waypost.qrCodes.create(body);
          return options.wait === false ? made : waypost.qrCodes.waitUntilRendered(made.qr_id);
        });
        await printCode(context, code, options);
      }),
    readCommand(context, 'get', 'show a code by its ID, with the API', 'qrc_…', (waypost, id) =>
      waypost.qrCodes.get(id),
    ),
    readCommand(context, 'find', 'show a code by its slug, with the API', 'qr-…', (waypost, slug) =>
      waypost.qrCodes.find(slug),
    ),
    codeOptions(new Command('update').description('change fields of a code with the API'))
      .argument('<id>', 'qrc_…')
      .addOption(new Option('--status <status>').choices(['active', 'archived']))
      .option('--rehearse', 'only say what it would have done to the scans of the last 30 days')
      .option('--at <instant>', 'plan it for this instant, such as 2030-01-31T18:00:00Z')
      .action(async (id: string, options: CodeOptions) => {
        const change = {
          ...(options.name !== undefined && { label: options.name }),
          ...(options.url !== undefined && { redirect_url: options.url }),
          ...(options.status !== undefined && { status: options.status }),
          ...settingsOf(options),
        } as QrCodeChange;
        if (options.rehearse) {
          const rehearsal = { qr_ids: [id], change };
          const result = await callApi(context, options, (waypost) => waypost.qrCodes.rehearse(rehearsal));
          const { days: _, destinations, ...sums } = withoutFrame(result);
          if (options.json) return context.print(formatJson(result));
          context.print(formatFields(sums));
          return context.print(formatTable(destinations, ['scans', 'before', 'after']));
        }
        if (options.at !== undefined) {
          const plan = { qr_ids: [id], change, apply_at: options.at };
          const planned = await callApi(context, options, (waypost) => waypost.plannedChanges.create(plan));
          context.print(options.json ? formatJson(planned) : formatFields(withoutFrame(planned)));
          return;
        }
        await printCode(
          context,
          await callApi(context, options, (waypost) => waypost.qrCodes.update(id, change)),
          options,
        );
      }),
    statusCommand(context, 'archive', 'archive a code with the API; its link stops working', 'archived'),
    statusCommand(context, 'activate', 'restore an archived code with the API', 'active'),
  ];
}

export function callerProjectCommands(context: CliContext): Command[] {
  return [
    new Command('create')
      .description('create a project with the API')
      .argument('<name>')
      .option('--description <text>')
      .addOption(profileOption())
      .addOption(jsonOption())
      .action(async (name: string, options: ApiOptions & { description?: string; json?: boolean }) => {
        const { description = '' } = options;
        const project = await callApi(context, options, (waypost) =>
          waypost.projects.create({ name, description }),
        );
        context.print(options.json ? formatJson(project) : formatFields(withoutFrame(project)));
      }),
  ];
}

/** Lists over the API, if no account is given. */
export async function listOverApi(
  context: CliContext,
  kind: 'codes' | 'projects',
  options: ApiOptions & {
    rows: number;
    project?: string;
    archived?: boolean;
    status?: string[];
    type?: string;
    search?: string;
    json?: boolean;
  },
): Promise<void> {
  const rows = await callApi(context, options, async (waypost): Promise<Record<string, unknown>[]> => {
    const list =
      kind === 'projects'
        ? waypost.projects.list()
        : waypost.qrCodes.list({
            ...(options.project !== undefined && { projectId: options.project }),
            ...(options.archived === true && { status: ['archived'] as const }),
            ...(options.status !== undefined && { status: options.status as QrStatus[] }),
            ...(options.type !== undefined && { type: options.type }),
            ...(options.search !== undefined && { labelContains: options.search }),
          });
    const read: Record<string, unknown>[] = [];
    for await (const item of list) if (read.push(item) >= options.rows) break;
    return read;
  });
  const columns = kind === 'projects' ? ['project_id', 'name', 'is_default', 'created_at'] : codeColumns;
  context.print(options.json ? formatJson(rows) : formatTable(rows, columns));
}

function codeOptions(command: Command): Command {
  return command
    .option('--name <text>', 'visible only to you')
    .option('--url <address>', 'where it leads')
    .option('--limit <number>', 'maximum number of scans, or none', parseLimit)
    .option('--expires <instant>', 'such as 2030-01-31T18:00:00Z, or none')
    .option('--rules <json>', 'redirect_rules as JSON, or none', parseRules)
    .option('--qr', 'show the code in the terminal')
    .addOption(profileOption())
    .addOption(jsonOption());
}

function readCommand(
  context: CliContext,
  name: string,
  description: string,
  argument: string,
  read: (waypost: Parameters<Parameters<typeof callApi>[2]>[0], key: string) => Promise<QrCode>,
): Command {
  return new Command(name)
    .description(description)
    .argument(`<${name === 'get' ? 'id' : 'slug'}>`, argument)
    .option('--qr', 'show the code in the terminal')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (key: string, options: CodeOptions) => {
      await printCode(context, await callApi(context, options, (waypost) => read(waypost, key)), options);
    });
}

function statusCommand(
  context: CliContext,
  name: string,
  description: string,
  status: 'active' | 'archived',
): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'qrc_…')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (id: string, options: CodeOptions) => {
      const code = await callApi(context, options, (waypost) => waypost.qrCodes.update(id, { status }));
      await printCode(context, code, options);
    });
}

function settingsOf({ limit, expires, rules }: CodeOptions): Record<string, unknown> {
  return {
    ...(limit !== undefined && { scan_limit: limit === 'none' ? null : limit }),
    ...(expires !== undefined && { expires_at: expires === 'none' ? null : expires }),
    ...(rules !== undefined && { redirect_rules: rules === 'none' ? [] : rules }),
  };
}

async function printCode(context: CliContext, code: QrCode, options: CodeOptions): Promise<void> {
  if (options.json) {
    context.print(formatJson(code));
    return;
  }
  const { qr_render_metadata: _, redirect_rules: rules, ...fields } = withoutFrame(code);
  context.print(formatFields({ ...fields, redirect_rules: `${rules.length} rules` }));
  const text = options.qr ? await printedTextOf(code) : null;
  if (text !== null) context.print(`\n${terminalCode(text)}\n${text}`);
}

/** The text of the finished image, read from the image itself: callers don't know the host of links. */
async function printedTextOf(code: QrCode): Promise<string | null> {
  const { readQrCode } = await import('#features/rendering/read-qr-code.ts');
  const { default: sharp } = await import('sharp');
  if (code.file_url_svg === null) return null;
  const response = await fetch(code.file_url_svg).catch(() => null);
  if (response?.ok !== true)
    throw new Refusal(
      'service_unavailable',
      `The code was created, but its image can't be downloaded from ${code.file_url_svg}.`,
    );
  const image = sharp(Buffer.from(await response.arrayBuffer()), { limitInputPixels: 50_000_000 });
  return readQrCode(await image.flatten({ background: '#ffffff' }).png().toBuffer());
}

function parseLimit(value: string): number | 'none' {
  if (value === 'none') return value;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1)
    throw new InvalidArgumentError('a whole number of at least 1, or none.');
  return limit;
}

function parseRules(value: string): unknown[] | 'none' {
  if (value === 'none') return value;
  try {
    const rules: unknown = JSON.parse(value);
    if (Array.isArray(rules)) return rules;
  } catch {
    // Printed below.
  }
  throw new InvalidArgumentError(
    'a JSON array, such as [{"condition":"device","value":"ios","url":"https://…"}], or none.',
  );
}
