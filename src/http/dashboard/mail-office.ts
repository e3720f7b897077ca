import type { MailOffice } from '#features/mails/enqueue-mail.ts';
import type { ApiContext } from '../api-context.ts';

/** The encryption and limits of mails. */
export function mailOffice({ secrets, config, log }: ApiContext): MailOffice {
  return { secrets, mail: config.mail, log };
}
