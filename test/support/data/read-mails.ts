import { sql } from 'kysely';
import { mailPurpose } from '#features/mails/enqueue-mail.ts';
import { Secrets } from '#platform/secrets.ts';
import type { TestApi } from '../scratch/test-api.ts';

/** Waiting mails with these words, each as its subject and text. */
export async function readMails(
  { db, config }: Pick<TestApi, 'db' | 'config'>,
  words: RegExp,
): Promise<string[]> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from mails`.execute(db);
  const secrets = new Secrets(config.secretKeys);
  const mails = rows.map(({ sealed }) => JSON.parse(secrets.open(mailPurpose, sealed) ?? '{}'));
  return mails.map(({ subject, text }) => `${subject}\n${text}`).filter((mail) => words.test(mail));
}
