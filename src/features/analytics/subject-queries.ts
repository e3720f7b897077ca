import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The time zone of whoever owns a code or project. */
export async function findSubjectZone(db: Db, subjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    time_zone: string;
  }>`select time_zone from accounts where account_id = coalesce(
    (select account_id from qr_codes where qr_id = ${subjectId}),
    (select account_id from projects where project_id = ${subjectId}))`.execute(db);
  return rows[0]?.time_zone;
}
