import { Command, InvalidArgumentError } from 'commander';
import { Refusal } from '#core/errors.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';
import { importCodes, importColumns } from './import-codes.ts';
import { showProgress } from './show-progress.ts';

interface ImportOptions extends ApiOptions {
  out: string;
  formats: ('svg' | 'png')[];
  atOnce: number;
}

/** Waits for rate limits, however often. */
const retriesMax = 200;

export function importCommand(context: CliContext): Command {
  return new Command('import')
    .description(
      'create a code for every line of a CSV file over the API, and fetch their images. Goes on where it was stopped',
    )
    .argument('<file>', `CSV with a header: ${importColumns.join(', ')} (rules as JSON)`)
    .requiredOption('--out <folder>', 'where images and the record of the run go')
    .option('--formats <list>', 'svg, png or both', parseFormats, ['svg'])
    .option('--at-once <number>', 'number of parallel requests', parseAtOnce, 8)
    .addOption(profileOption())
    .addHelpText(
      'after',
      "\nIf it stops, run the same command again within a day. It doesn't create codes twice.",
    )
    .action(async (file: string, { out, formats, atOnce, profile }: ImportOptions) => {
      const result = await callApi(
        context,
        profile === undefined ? {} : { profile },
        (waypost) => importCodes(waypost, { file, folder: out, formats, atOnce, onProgress: showLines }),
        retriesMax,
      );
      context.print(
        `${result.created} created, ${result.known} done before, ${result.failed} failed; ${out}/codes.csv lists them.`,
      );
      for (const problem of result.problems) context.print(`  line ${problem.line}: ${problem.message}`);
      if (result.failed > 0)
        throw new Refusal(
          'conflict',
          `${result.failed} lines failed. Correct them and run the same command again.`,
        );
    });
}

function showLines(done: number, all: number): void {
  showProgress(all === 0 ? 1 : done / all, `${done} of ${all}`);
}

function parseFormats(value: string): ('svg' | 'png')[] {
  const formats = value.split(',').map((format) => format.trim());
  if (formats.every((format) => format === 'svg' || format === 'png')) return formats;
  throw new InvalidArgumentError('svg, png or svg,png.');
}

function parseAtOnce(value: string): number {
  const atOnce = Number(value);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > 64) throw new InvalidArgumentError('1 to 64.');
  return atOnce;
}
