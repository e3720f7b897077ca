import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NewExport } from '@waypost/sdk';
import { Command, Option } from 'commander';
import { dayMs, slotMs } from '#core/analytics/dimension.ts';
import { exportKinds, imageFormats, tableFormats } from '#core/export-input.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';
import { showProgress } from './show-progress.ts';

interface ExportOptions extends ApiOptions {
  format?: NewExport['format'];
  project?: string;
  code?: string[];
  start?: string;
  end?: string;
  output?: string;
}

const daysByDefault = 30;
const waitMsMax = 86_400_000;
const commandNames = exportKinds.map((kind) => kind.replace('_', '-'));

/** A file with codes, analytics, scans or images, over the public API. */
export function exportCommand(context: CliContext): Command {
  return new Command('export')
    .description('download codes, analytics, single scans or images with the API')
    .argument('<kind>', commandNames.join(', '))
    .addOption(
      new Option('--format <format>', 'default: csv; for images: svg').choices([
        ...tableFormats,
        ...imageFormats,
      ]),
    )
    .option('--project <id>', 'prj_…')
    .option('--code <id...>', 'qrc_…; several for images')
    .option(
      '--start <time>',
      `of analytics and scans, such as 2027-01-31T00:00:00Z; default: ${daysByDefault} days ago`,
    )
    .option('--end <time>', 'default: now')
    .option('--output <file>', 'default: the kind and the format')
    .addOption(profileOption())
    .action(
      async (kind: string, { output, format, project, code, start, end, ...options }: ExportOptions) => {
        const known = exportKinds.find((name) => name === kind.replace('-', '_'));
        // The API explains what is wrong with everything else.
        const isImages = known === 'images';
        const file = output ?? `waypost-${kind}.${isImages ? 'zip' : (format ?? 'csv')}`;
        const body = {
          kind: known ?? (kind as NewExport['kind']),
          format: format ?? (isImages ? 'svg' : 'csv'),
          ...(project !== undefined && { project_id: project }),
          ...(code !== undefined && (isImages ? { qr_ids: code } : { qr_id: code[0] ?? '' })),
          ...((known === 'analytics' || known === 'scans') && rangeOf(start, end)),
        };
        const rows = await callApi(context, options, async (waypost) => {
          const { export_id: id } = await waypost.exports.create(body);
          const onProgress = (state: { progress: number; rows: number }) =>
            showProgress(state.progress, `${state.rows} written`);
          const done = await waypost.exports.waitUntilDone(id, { waitMsMax, onProgress });
          await save(Readable.from(await waypost.exports.open(done)), file);
          await waypost.exports.delete(id);
          return done.rows;
        });
        context.print(`${file}: ${rows} ${isImages ? 'images' : 'rows'}`);
      },
    );
}

/** Whole quarters of an hour, which all kinds accept. */
function rangeOf(start: string | undefined, end: string | undefined): { start: string; end: string } {
  const nowMs = Math.ceil(Date.now() / slotMs) * slotMs;
  return {
    start: start ?? new Date(nowMs - daysByDefault * dayMs).toISOString(),
    end: end ?? new Date(nowMs).toISOString(),
  };
}

/** Under its name only when it is complete. */
async function save(content: Readable, file: string): Promise<void> {
  const partial = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
