import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { listSlugOwners } from '#features/qr-codes/slug-owner-queries.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson, formatTable } from './output.ts';

const askMs = 3_000;
const secondsMax = 3_600;

interface Counted {
  subject: string;
  count: number;
}

interface Traffic {
  requests: number;
  codes?: Counted[];
  accounts: Counted[];
  networks: Counted[];
}

interface TopOptions {
  at: string[];
  every: number;
  rows: number;
  once?: boolean;
  json?: boolean;
}

export function topCommand(context: CliContext): Command {
  return new Command('top')
    .description('show the busiest codes, accounts and networks of the last minute, live')
    .option(
      '--at <addresses...>',
      'internal addresses of the processes (default: INTERNAL_PORT on this machine)',
    )
    .option('--every <seconds>', 'seconds between updates', parseSeconds, 2)
    .option('--rows <number>', 'rows per table', parseRows, 10)
    .option('--once', 'print once and exit')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ waypost top\n  $ waypost top --at http://scan-1:9090 http://api-1:9090',
    )
    .action(async (given: Partial<TopOptions> & Pick<TopOptions, 'every' | 'rows'>) => {
      const options = { ...given, at: given.at ?? [`http://127.0.0.1:${context.config().internalPort}`] };
      for (;;) {
        const summary = await summarise(context, options);
        if (options.json) context.print(formatJson(summary));
        else
          context.print(
            `${process.stdout.isTTY && !options.once ? '\u001b[2J\u001b[H' : ''}${describe(summary)}`,
          );
        if (options.once) return;
        await sleep(options.every * 1_000);
      }
    });
}

async function summarise(context: CliContext, { at, rows }: TopOptions) {
  const scans = (await Promise.all(at.map((address) => ask(address, 'scan')))).filter((one) => one !== null);
  const requests = (await Promise.all(at.map((address) => ask(address, 'api')))).filter(
    (one) => one !== null,
  );
  if (scans.length + requests.length === 0)
    throw new Refusal(
      'service_unavailable',
      `No process responds at ${at.join(', ')}. Use --at to set the internal addresses of scan and api.`,
    );
  const codes = add(scans.map((traffic) => traffic.codes ?? [])).slice(0, rows);
  // The numbers are useful even while PostgreSQL is away.
  const owners = await listSlugOwners(
    context.db(),
    codes.map(({ subject }) => subject),
  ).catch(() => new Map());
  const scansOf = new Map(
    add(scans.map(({ accounts }) => accounts)).map(({ subject, count }) => [subject, count]),
  );
  const requestsOf = new Map(
    add(requests.map(({ accounts }) => accounts)).map(({ subject, count }) => [subject, count]),
  );
  const accounts = [...new Set([...scansOf.keys(), ...requestsOf.keys()])]
    .map((id) => ({
      account: formatIdentifier('acc', id),
      scans: scansOf.get(id) ?? 0,
      api_requests: requestsOf.get(id) ?? 0,
    }))
    .sort((a, b) => b.scans + b.api_requests - a.scans - a.api_requests)
    .slice(0, rows);
  return {
    scan_requests_per_minute: sum(scans),
    api_requests_per_minute: sum(requests),
    codes: codes.map(({ subject, count }) => ({
      slug: subject,
      scans: count,
      label: owners.get(subject)?.label ?? null,
      account: owners.has(subject) ? formatIdentifier('acc', owners.get(subject)?.account_id ?? '') : null,
    })),
    accounts,
    networks: add([...scans, ...requests].map(({ networks }) => networks))
      .slice(0, rows)
      .map(({ subject, count }) => ({ network: subject, requests: count })),
  };
}

function describe(summary: Awaited<ReturnType<typeof summarise>>): string {
  return [
    `Last minute: ${summary.scan_requests_per_minute} requests to links, ${summary.api_requests_per_minute} to the API`,
    `\n${formatTable(summary.codes, ['slug', 'scans', 'label', 'account'])}`,
    `\n${formatTable(summary.accounts, ['account', 'scans', 'api_requests'])}`,
    `\n${formatTable(summary.networks, ['network', 'requests'])}`,
  ].join('\n');
}

/** Null if the process doesn't have this part, or there is none. */
async function ask(address: string, part: 'scan' | 'api'): Promise<Traffic | null> {
  try {
    const response = await fetch(new URL(`/top/${part}`, address), { signal: AbortSignal.timeout(askMs) });
    return response.ok ? ((await response.json()) as Traffic) : null;
  } catch {
    return null;
  }
}

function add(lists: Counted[][]): Counted[] {
  const sums = new Map<string, number>();
  for (const { subject, count } of lists.flat()) sums.set(subject, (sums.get(subject) ?? 0) + count);
  return [...sums].map(([subject, count]) => ({ subject, count })).sort((a, b) => b.count - a.count);
}

function sum(traffics: Traffic[]): number {
  return traffics.reduce((total, { requests }) => total + requests, 0);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 1 && seconds <= secondsMax)) throw new InvalidArgumentError('It must be 1 to 3600.');
  return seconds;
}
