import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import { deleteVerifications } from '#features/sign-in/session-queries.ts';
import { deleteTwoFactor } from '#features/sign-in/two-factor-queries.ts';
import type { CliContext } from './cli-context.ts';

export function userCommands(context: CliContext): Command {
  const user = new Command('user').description('users of the dashboard');
  user.addCommand(resetTwoFactorCommand(context));
  return user;
}

function resetTwoFactorCommand(context: CliContext): Command {
  return new Command('reset-2fa')
    .description('turn off two-factor sign-in for a user who lost their device and backup codes')
    .argument('<email>', 'their email address; make sure that the request is really from them')
    .action(async (email: string) => {
      const db = context.db();
      const userId = await deleteTwoFactor(db, email.trim().toLowerCase());
      if (userId === null) throw new Refusal('not_found', `There is no user ${email}.`);
      // Devices that were trusted with the lost second factor.
      await deleteVerifications(db, userId);
      await sendSecurityNotice(
        db,
        context.mailOffice(),
        { email: email.trim().toLowerCase() },
        { kind: 'two_factor_off', detail: 'The operator of this service did this.' },
      );
      context.print(
        `Two-factor sign-in of ${email} is off, and every session has ended. They get an email about it.`,
      );
    });
}
