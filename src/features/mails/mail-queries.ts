import { sql } from 'kysely';
import { jobCall } from '../add-job.ts';
import type { Db } from '../database.ts';

/**
 * The job has only the ID of the mail; the text is encrypted in its row.
 * @param priority lower numbers are sent first.
 */
export async function insertMail(db: Db, mailId: string, sealed: Buffer, priority = 0): Promise<void> {
  await sql`with mail as (insert into mails (mail_id, sealed) values (${mailId}, ${sealed}))
    select ${jobCall('send-sealed-mail', { mail_id: mailId }, { maxAttempts: 8, priority })}`.execute(db);
}

export async function findSealedMail(db: Db, mailId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('mails').select('sealed').where('mail_id', '=', mailId).executeTakeFirst();
  return row?.sealed;
}

export async function deleteMail(db: Db, mailId: string): Promise<void> {
  await db.deleteFrom('mails').where('mail_id', '=', mailId).execute();
}

/** Jobs of mails that could not be sent: their errors quote the mail server, and those of the previous release contain the mail itself. */
export async function deleteFailedMailJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where task_identifier in ('send-mail', 'send-sealed-mail') and attempts >= max_attempts))`.execute(db);
}

/** Mails without attempts left. Their links have expired long ago. */
export async function deleteOldMails(db: Db): Promise<void> {
  await sql`delete from mails where created_at < now() - interval '1 day'`.execute(db);
}

export function listSealedMails(db: Db): Promise<{ mail_id: string; sealed: Buffer }[]> {
  return db.selectFrom('mails').select(['mail_id', 'sealed']).orderBy('mail_id').execute();
}

export async function updateSealedMail(db: Db, mailId: string, sealed: Buffer): Promise<void> {
  await db.updateTable('mails').set({ sealed }).where('mail_id', '=', mailId).execute();
}
