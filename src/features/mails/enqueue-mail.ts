import { createHash } from 'node:crypto';
import type { Config } from '#platform/config.ts';
import type { Mail } from '#platform/mailer.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Secrets } from '#platform/secrets.ts';
import { countInWindow } from '../count-in-window.ts';
import type { Db } from '../database.ts';
import { insertMail } from './mail-queries.ts';

/** The purpose of the key that encrypts mails in the database and in every backup. */
export const mailPurpose = 'mail';

const budgetKey = createHash('sha256').update('mails of this hour').digest();

export interface MailOffice {
  secrets: Secrets;
  mail: Pick<Config['mail'], 'perHourMax'>;
  log: { warn(details: object, message: string): void };
}

/**
 * Jobs send mails one after the other, and retry while the server is away. The hourly budget is for mails that strangers can trigger
 * (`isBudgeted`): beyond it they are dropped and logged. Notices and reset links to owners are always sent.
 */
export async function enqueueMail(db: Db, office: MailOffice, mail: Mail, isBudgeted = false): Promise<void> {
  const { perHourMax } = office.mail;
  if (isBudgeted && perHourMax !== null && (await countInWindow(db, budgetKey, 60)) > perHourMax)
    return office.log.warn(
      { subject: mail.subject, perHourMax },
      'a mail was dropped: MAIL_PER_HOUR is used up',
    );
  await insertMail(db, newUuid(), office.secrets.seal(mailPurpose, JSON.stringify(mail)));
}

/** After all mails that somebody waits for. */
const bulkPriority = 10;

/** A mail that nobody waits for, such as a report: it delays no sign-in link. */
export async function enqueueBulkMail(
  db: Db,
  { secrets }: Pick<MailOffice, 'secrets'>,
  mail: Mail,
): Promise<void> {
  await insertMail(db, newUuid(), secrets.seal(mailPurpose, JSON.stringify(mail)), bulkPriority);
}
