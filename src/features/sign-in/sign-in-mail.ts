import { sql } from 'kysely';
import type { Mail } from '#platform/mailer.ts';
import type { Db } from '../database.ts';

/** What people are written about signing in. Plain text: links in it are what it says they are. */
export const signInMail = {
  verify: (to: string, url: string): Mail => ({
    to,
    subject: 'Confirm your e-mail address',
    text: `Welcome to Waypost.\n\nOpen this link to confirm your address; it works for an hour:\n${url}\n\nIf you did not sign up, ignore this mail: nothing happens without you.\n`,
  }),
  reset: (to: string, url: string): Mail => ({
    to,
    subject: 'Choose a new password',
    text: `Somebody, hopefully you, asked for a new password at Waypost.\n\nOpen this link to choose one; it works for an hour:\n${url}\n\nIf it was not you, ignore this mail: your password stays as it is.\n`,
  }),
  exists: (to: string, url: string): Mail => ({
    to,
    subject: 'You have an account already',
    text: `Somebody, hopefully you, tried to sign up at Waypost with this address, which has an account already.\n\nSign in, or choose a new password, here:\n${url}\n`,
  }),
};

/** By a job: it is sent again if the server is away, and nobody can tell from the time an answer takes whether a mail is sent. */
export async function enqueueMail(db: Db, mail: Mail): Promise<void> {
  await sql`select graphile_worker.add_job('send-mail', ${JSON.stringify(mail)}::json, max_attempts => 8)`.execute(
    db,
  );
}
