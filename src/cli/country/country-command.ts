import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { countryDaysMax, countryFile } from '#platform/country-file.ts';
import { jsonOption } from '../arguments.ts';
import type { CliContext } from '../cli-context.ts';
import { formatJson } from '../output.ts';
import { type CountryFileReport, checkCountryFile } from './check-country-file.ts';

/** With fewer right results than this, for IPv4 or IPv6, the file is broken. */
const shareMin = 0.95;
const wrongShown = 10;

export function countryCommand(context: CliContext): Command {
  return new Command('country')
    .description('the file that maps IP addresses to countries')
    .addCommand(checkCommand(context));
}

function checkCommand(context: CliContext): Command {
  return new Command('check')
    .description(
      'check a country file before you use it: its age, networks whose country is known, and the current file',
    )
    .argument('[file]', 'an MMDB file (default: the current file)')
    .addOption(jsonOption())
    .action(async (file: string | undefined, options: { json?: boolean }) => {
      const inUse = countryFile(context.config());
      const path = file ?? inUse;
      const report = await checkCountryFile(path, path === inUse ? null : inUse).catch((error: unknown) => {
        throw new Refusal(
          'invalid_request',
          `${path} is not a country file in MMDB format: ${String(error)}`,
        );
      });
      context.print(options.json ? formatJson(report) : inWords(path, report));
      if ([report.ipv4, report.ipv6].some(({ networks, right }) => right < networks * shareMin))
        throw new Refusal('invalid_request', `${path} is wrong about too many networks; don't use it.`);
    });
}

function inWords(path: string, report: CountryFileReport): string {
  const lines = [
    `${path}: built ${report.built}, ${report.days_old} days ago${report.is_old ? ` (older than ${countryDaysMax})` : ''}`,
    `right about ${report.ipv4.right} of ${report.ipv4.networks} IPv4 networks and ${report.ipv6.right} of ${report.ipv6.networks} IPv6 networks whose country is known`,
    ...report.wrong
      .slice(0, wrongShown)
      .map(
        ({ address, country, found }) => `  ${address} is ${country}, the file says ${found ?? 'nothing'}`,
      ),
  ];
  if (report.agreement !== null)
    lines.push(
      `${(report.agreement * 100).toFixed(1)} % of random addresses are where the file in use has them`,
    );
  return lines.join('\n');
}
