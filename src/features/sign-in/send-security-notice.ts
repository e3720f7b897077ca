import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { listOwnerAddresses } from './membership-queries.ts';

/** Changes that an attacker with a stolen session would make. */
const notices = {
  key_created: 'An API key was created',
  key_revoked: 'An API key was revoked',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  password_changed: 'The password was changed',
  password_reset: 'The password was reset with a link from an email',
  two_factor_on: 'Two-factor sign-in was turned on',
  two_factor_off: 'Two-factor sign-in was turned off',
  backup_codes: 'New backup codes were created',
  email_changed: 'The email address of the account was changed',
  email_asked: 'A new email address was requested for your user',
  member_invited: 'A member was invited',
  member_joined: 'A member joined',
  member_changed: 'The role of a member was changed',
  member_removed: 'A member was removed',
  erasure_requested: 'The account was scheduled for erasure',
  erasure_cancelled: 'The erasure of the account was cancelled',
} as const;

export type NoticeKind = keyof typeof notices;

/** Tells every owner of an account about a change of its access, or a user about a change of theirs. */
export async function sendSecurityNotice(
  db: Db,
  office: MailOffice,
  whom: { accountId: string } | { email: string },
  notice: { kind: NoticeKind; detail?: string; also?: string[] },
): Promise<void> {
  const what = notices[notice.kind];
  const detail = notice.detail === undefined ? '' : `\n${notice.detail}\n`;
  const addresses = 'email' in whom ? [whom.email] : await listOwnerAddresses(db, whom.accountId);
  for (const to of new Set([...addresses, ...(notice.also ?? [])].map((address) => address.toLowerCase())))
    await enqueueMail(db, office, {
      to,
      subject: `Waypost: ${what.toLowerCase()}`,
      text: `${what} in your Waypost account.\n${detail}\nIf this was you, you don't have to do anything.\n\nIf it wasn't you, choose a new password now ("Forgot password?" on the sign-in page). There you can also revoke API keys and passkeys.\n`,
    });
}
