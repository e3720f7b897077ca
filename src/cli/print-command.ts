import { writeFile } from 'node:fs/promises';
import type { ImageOptions } from '@waypost/sdk';
import { Command, Option } from 'commander';
import { adviceText, printedWidthMm } from '#core/print/print-advice.ts';
import { colorModes, printFormats } from '#core/print/print-options.ts';
import { units } from '#core/qr-image/render-style.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';

interface PrintCommandOptions
  extends ApiOptions,
    Pick<ImageOptions, 'format' | 'width' | 'unit' | 'dpi' | 'bleed'> {
  colorMode?: NonNullable<ImageOptions['color_mode']>;
  spotColor?: string;
  transparent?: true;
  marks?: true;
  output?: string;
}

/** The image of a code as a print shop wants it, over the public API. */
export function printCommand(context: CliContext): Command {
  return new Command('print')
    .description('download the image of a code for print with the API')
    .argument('<qr_id>', 'qrc_…')
    .addOption(new Option('--format <format>').choices(printFormats).default('pdf'))
    .option('--width <number>', 'default: as in the design', Number)
    .addOption(new Option('--unit <unit>', 'of the width; default: mm').choices(units))
    .option('--dpi <number>', 'of a PNG; default: 300', Number)
    .option('--transparent', 'without a background')
    .addOption(new Option('--color-mode <mode>', 'of PDF and EPS; default: rgb').choices(colorModes))
    .option('--spot-color <name>', 'the ink of the code, such as "PANTONE 185 C"; with --color-mode cmyk')
    .option('--bleed <mm>', 'of a PDF: how far the background goes beyond the cut', Number)
    .option('--marks', 'cut marks in a PDF')
    .option('--output <file>', 'default: the ID and the format')
    .addOption(profileOption())
    .action(async (id: string, { output, profile, colorMode, spotColor, ...rest }: PrintCommandOptions) => {
      const image: ImageOptions = {
        ...rest,
        ...(colorMode !== undefined && { color_mode: colorMode }),
        ...(spotColor !== undefined && { spot_color: spotColor }),
      };
      const file = output ?? `${id}.${image.format}`;
      const options = profile === undefined ? {} : { profile };
      const content = await callApi(context, options, (waypost) => waypost.qrCodes.image(id, image));
      await writeFile(file, content);
      context.print(`${file}: ${Math.ceil(content.length / 1_024)} kB`);
      const advice = await callApi(context, options, (waypost) => waypost.qrCodes.printAdvice(id));
      const smallestWidthMm = advice.smallest_width_mm;
      context.print(adviceText({ smallestWidthMm }, printedWidthMm(image.width, image.unit)));
    });
}
