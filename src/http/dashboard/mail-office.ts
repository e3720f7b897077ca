import type { MailOffice } from '#features/mails/enqueue-mail.ts';
import type { ApiContext } from '../api-context.ts';

/** What mails are sealed and limited with. */
export function mailOffice({ secrets, config, log }: ApiContext): MailOffice {
  return { secrets, mail: config.mail, log };
}
