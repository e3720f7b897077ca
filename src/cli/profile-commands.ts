import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { readProfiles, writeProfiles } from './api-client.ts';
import type { CliContext } from './cli-context.ts';
import { formatTable } from './output.ts';

/** Keys of callers, stored on this machine. */
export function profileCommands(context: CliContext): Command {
  const profile = new Command('profile').description(
    'API keys of the services that you use, stored on this machine',
  );
  profile
    .command('add')
    .argument('<name>', 'such as default')
    .requiredOption('--url <address>', 'of the service')
    .requiredOption('--key <api key>')
    .action((name: string, { url, key }: { url: string; key: string }) => {
      if (URL.parse(url) === null)
        throw new Refusal('invalid_request', '--url must be an address such as https://api.example.com.');
      writeProfiles(context, readProfiles(context).set(name, { url, apiKey: key }));
      context.print(`Saved as ${name}.`);
    });
  profile.command('list').action(() => {
    const rows = [...readProfiles(context)].map(([name, { url, apiKey }]) => ({
      name,
      url,
      key: `${apiKey.slice(0, 13)}…`,
    }));
    context.print(formatTable(rows, ['name', 'url', 'key']));
  });
  profile
    .command('remove')
    .argument('<name>')
    .action((name: string) => {
      const profiles = readProfiles(context);
      if (!profiles.delete(name)) throw new Refusal('not_found', `There is no profile ${name}.`);
      writeProfiles(context, profiles);
      context.print(`Removed ${name}.`);
    });
  return profile;
}
