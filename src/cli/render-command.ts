import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { invalidRequest } from '#core/errors.ts';
import { styleKeys } from '#core/qr-image/render-style.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson } from './output.ts';

/** `dot_style=dots`; numbers, booleans and objects are parsed. Repeatable. */
function parseStyle(text: string, previous: Record<string, unknown> = {}): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write key=value, such as dot_style=rounded.');
  const [key, value] = [text.slice(0, at), text.slice(at + 1)];
  if (!styleKeys.includes(key))
    throw new InvalidArgumentError(`There is no key ${key}. Keys: ${styleKeys.join(', ')}.`);
  const isLiteral = key !== 'caption' && /^(true|false|\d+(\.\d+)?|\{.*\})$/s.test(value);
  return { ...previous, [key]: isLiteral ? parseLiteral(key, value) : value };
}

function parseLiteral(key: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError(`${key} is not valid JSON.`);
  }
}

export function renderCommand(context: CliContext): Command {
  return new Command('render')
    .description('render a QR code into local files, and test whether phones can read it')
    .requiredOption('--url <text>', 'the content of the code')
    .option('--style <key=value>', 'a key of qr_render_metadata (repeatable)', parseStyle, {})
    .option('--out <path>', 'where to write; .svg and .png are added', 'qr-code')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ waypost render --url HTTPS://EXAMPLE.COM/QR-1 --style dot_style=dots --style eye_style=rounded --out card',
    )
    .action(async (options: { url: string; style: Record<string, unknown>; out: string; json?: boolean }) => {
      // Rendering loads a decoder and an image library; other commands shouldn't wait for them.
      const { renderImage } = await import('#features/rendering/render-image.ts');
      const rendered = await renderImage(options.url, options.style);
      if (!rendered.ok) throw invalidRequest(rendered);
      const { svg, png, findings, exportPng, ...facts } = rendered.value;
      await writeFile(`${options.out}.svg`, svg);
      if (exportPng) await writeFile(`${options.out}.png`, png);
      const report = {
        svg: `${options.out}.svg`,
        png: exportPng ? `${options.out}.png` : null,
        bytes: exportPng ? png.length : null,
        ...facts,
        findings: findings.map(({ message }) => message),
      };
      context.print(options.json ? formatJson(report) : formatFields(report));
    });
}
