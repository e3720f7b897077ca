import { Command } from 'commander';
import { resealSecrets } from '#features/sign-in/reseal-secrets.ts';
import { resealSso } from '#features/sso/reseal-sso.ts';
import { resealWebhooks } from '#features/webhooks/reseal-webhooks.ts';
import type { CliContext } from './cli-context.ts';

export function secretsCommands(context: CliContext): Command {
  const secrets = new Command('secrets').description('rotate SECRET_KEY; docs/security.md lists the steps');
  secrets
    .command('reseal')
    .description(
      'encrypt stored secrets with the first secret of SECRET_KEY, so that you can remove the others',
    )
    .action(async () => {
      const { secretKeys } = context.config();
      const done = await resealSecrets(context.db(), context.mailOffice().secrets, (count) => {
        if (count > 0 && count % 5_000 === 0) context.print(`${count} second factors …`);
      });
      context.print(`Encrypted again: ${done.twoFactors} second factors, ${done.mails} waiting mails.`);
      const sso = await resealSso(context.db(), context.mailOffice().secrets);
      if (sso.providers > 0) context.print(`Encrypted again: ${sso.providers} secrets of single sign-on.`);
      if (sso.unopened > 0)
        context.print(
          `${sso.unopened} secrets of single sign-on can't be decrypted. Their owners must enter them again.`,
        );
      const webhooks = await resealWebhooks(context.db(), context.mailOffice().secrets);
      if (webhooks.endpoints > 0)
        context.print(`Encrypted again: secrets of ${webhooks.endpoints} webhook endpoints.`);
      if (webhooks.unopened > 0)
        context.print(
          `Secrets of ${webhooks.unopened} webhook endpoints can't be decrypted. Their owners must rotate them.`,
        );
      if (done.unopened > 0)
        context.print(
          `${done.unopened} second factors can't be decrypted with any of these secrets. For these users, run: waypost user reset-2fa EMAIL`,
        );
      if (secretKeys.length > 1)
        context.print(
          'Next: remove all but the first secret from SECRET_KEY, and restart the processes one by one.',
        );
    });
  return secrets;
}
