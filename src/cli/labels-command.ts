import { writeFile } from 'node:fs/promises';
import type { NewLabelSheet } from '@waypost/sdk';
import { Command, Option } from 'commander';
import { labelSheetIds } from '#core/print/label-sheets.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';

interface LabelOptions extends ApiOptions {
  sheet: NewLabelSheet['sheet'];
  names: boolean;
  skip?: number;
  output: string;
}

/** Sheets of labels, over the public API. */
export function labelsCommand(context: CliContext): Command {
  return new Command('labels')
    .description('download labels or table tents of codes with the API')
    .argument('<qr_id...>', 'qrc_…')
    .addOption(new Option('--sheet <sheet>', 'the sheet of labels').choices(labelSheetIds).default('a4-12'))
    .option('--no-names', 'without the names of the codes')
    .option('--skip <number>', 'labels of the first sheet that are already used', Number)
    .option('--output <file>', 'the file', 'labels.pdf')
    .addOption(profileOption())
    .action(async (ids: string[], { output, profile, ...rest }: LabelOptions) => {
      const options = profile === undefined ? {} : { profile };
      const content = await callApi(context, options, (waypost) =>
        waypost.qrCodes.labels({ qr_ids: ids, ...rest }),
      );
      await writeFile(output, content);
      context.print(`${output}: ${ids.length} ${ids.length === 1 ? 'label' : 'labels'}`);
    });
}
