import { Command } from 'commander';
import { resealSecrets } from '#features/sign-in/reseal-secrets.ts';
import type { CliContext } from './cli-context.ts';

export function secretsCommands(context: CliContext): Command {
  const secrets = new Command('secrets').description(
    'rotating SECRET_KEY; the steps are in docs/security.md',
  );
  secrets
    .command('reseal')
    .description(
      'seal everything stored with the first secret of SECRET_KEY, so that the others can be dropped',
    )
    .action(async () => {
      const { secretKeys } = context.config();
      const done = await resealSecrets(context.db(), context.mailOffice().secrets, (count) => {
        if (count > 0 && count % 5_000 === 0) context.print(`${count} second factors …`);
      });
      context.print(`Sealed again: ${done.twoFactors} second factors, ${done.mails} waiting mails.`);
      if (done.unopened > 0)
        context.print(
          `${done.unopened} second factors open with none of these secrets; those people need: waypost user reset-2fa EMAIL`,
        );
      if (secretKeys.length > 1)
        context.print(
          'Next: leave only the first secret in SECRET_KEY, and restart the processes one by one.',
        );
    });
  return secrets;
}
