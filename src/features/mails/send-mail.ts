import type { Mail, Mailer } from '#platform/mailer.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { mailPurpose } from './enqueue-mail.ts';
import { deleteMail, findSealedMail } from './mail-queries.ts';

/** A missing mail was sent, or is too old to matter. */
export async function sendMail(db: Db, secrets: Secrets, mailer: Mailer, mailId: string): Promise<void> {
  const sealed = await findSealedMail(db, mailId);
  if (sealed === undefined) return;
  const text = secrets.open(mailPurpose, sealed);
  if (text === null) throw new Error('the mail was sealed with a secret that SECRET_KEY no longer names');
  await mailer.send(JSON.parse(text) as Mail).catch((error: { code?: string; responseCode?: number }) => {
    // Not the error itself: it quotes addresses, and job errors are logged and stored.
    throw new Error(
      `the mail server did not take it (${error.code ?? 'unknown'}, ${error.responseCode ?? 'no response'})`,
    );
  });
  await deleteMail(db, mailId);
}
