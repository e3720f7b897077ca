import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { BulkResult, Waypost } from '@waypost/sdk';
import { Command } from 'commander';
import { bulkItemsMax } from '#core/bulk-input.ts';
import { Refusal } from '#core/errors.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson } from './output.ts';
import { showProgress } from './show-progress.ts';

interface BulkOptions extends ApiOptions {
  json?: boolean;
}

const problemsShown = 20;
/** Waits for rate limits, however often. */
const retriesMax = 200;

/** Many codes with few requests, over the public API. */
export function bulkCommand(context: CliContext): Command {
  const bulk = new Command('bulk').description('create or change many codes with the API, from a file');
  bulk.addCommand(
    fileCommand(context, 'create', 'create a code per line', (waypost, items, idempotencyKey) =>
      waypost.qrCodes.createMany(items as never[], { idempotencyKey }),
    ).addHelpText('after', '\nA line:\n  {"name": "Table 1", "redirect_url": "https://example.com/1"}'),
  );
  bulk.addCommand(
    fileCommand(context, 'update', 'change a code per line', (waypost, items, idempotencyKey) =>
      waypost.qrCodes.changeMany(items as never[], { idempotencyKey }),
    ).addHelpText(
      'after',
      '\nA line:\n  {"qr_id": "qrc_…", "change": {"redirect_url": "https://example.com/2"}}',
    ),
  );
  return bulk;
}

function fileCommand(
  context: CliContext,
  name: string,
  description: string,
  send: (waypost: Waypost, items: unknown[], idempotencyKey: string) => Promise<{ results: BulkResult[] }>,
): Command {
  return new Command(name)
    .description(
      `${description} of a file with one JSON object per line. A repeated run within a day continues`,
    )
    .argument('<file>', 'NDJSON')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (file: string, { json, ...options }: BulkOptions) => {
      const lines = readLines(file);
      const items = lines.map(({ item }) => item);
      const results = await callApi(context, options, (waypost) => sendAll(waypost, items, send), retriesMax);
      const failed = results.filter(({ ok }) => !ok);
      if (json) context.print(formatJson(results));
      else {
        context.print(`${results.length - failed.length} done, ${failed.length} failed.`);
        for (const { index, error } of failed.slice(0, problemsShown))
          context.print(`  line ${lines[index]?.line}: ${error?.message}`);
      }
      if (failed.length === 0) return;
      // With the other lines in it, a corrected file would be another request, and would do them again.
      const rest = `${file}.failed`;
      writeFileSync(rest, failed.map(({ index }) => `${JSON.stringify(items[index])}\n`).join(''));
      throw new Refusal(
        'conflict',
        `${failed.length} lines failed. Correct them in ${rest}, and run that file.`,
      );
    });
}

/** The key of each part depends on the content of the file, so a run that was stopped finds what it has done. */
async function sendAll(
  waypost: Waypost,
  items: unknown[],
  send: (waypost: Waypost, items: unknown[], idempotencyKey: string) => Promise<{ results: BulkResult[] }>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < items.length; at += bulkItemsMax) {
    const part = items.slice(at, at + bulkItemsMax);
    const key = createHash('sha256')
      .update(`${at} ${JSON.stringify(part)}`)
      .digest('base64url');
    const answer = await send(waypost, part, `bulk-${key}`);
    for (const result of answer.results) results.push({ ...result, index: at + result.index });
    showProgress((at + part.length) / items.length, `${at + part.length} of ${items.length}`);
  }
  return results;
}

function readLines(file: string): { line: number; item: unknown }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const line = index + 1;
      if (text.trim() === '') return [];
      try {
        return [{ line, item: JSON.parse(text) as unknown }];
      } catch {
        throw new Refusal('invalid_request', `Line ${line} of ${file} is not JSON. Nothing was sent.`);
      }
    });
}
