import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { destinationId } from '../check/subject.ts';

const logMax = 50;

export function findRecord(db: Db, url: string) {
  return db
    .selectFrom('destinations')
    .select(['verdict', 'provider', 'threat', 'list_version', 'checked_at', 'valid_until'])
    .where('destination_id', '=', destinationId(url))
    .executeTakeFirst();
}

export async function listUrlsOf(db: Db, qrId: string) {
  return db
    .selectFrom('qr_destinations')
    .innerJoin('destinations', 'destinations.destination_id', 'qr_destinations.destination_id')
    .select(['url', 'linked_at', 'linked_version'])
    .where('qr_id', '=', qrId)
    .orderBy('linked_at')
    .execute();
}

export function findCodeState(db: Db, qrId: string) {
  return db
    .selectFrom('qr_codes')
    .select(['status', 'blocked_by'])
    .where('qr_id', '=', qrId)
    .executeTakeFirst();
}

const logColumns = [
  'logged_at',
  'event',
  'was',
  'verdict',
  'provider',
  'threat',
  'detail',
  'list_version',
] as const;

/** The latest last. */
export async function listCodeLog(db: Db, qrId: string) {
  const rows = await db
    .selectFrom('safety_log')
    .select(logColumns)
    .where('qr_id', '=', qrId)
    .orderBy('log_id', 'desc')
    .limit(logMax)
    .execute();
  return rows.reverse();
}

export async function listDestinationLog(db: Db, url: string) {
  const rows = await db
    .selectFrom('safety_log')
    .select(logColumns)
    .where('destination_id', '=', destinationId(url))
    .where('event', '=', 'verdict')
    .orderBy('log_id', 'desc')
    .limit(logMax)
    .execute();
  return rows.reverse();
}

/** Oldest first, and limited: the primary key is in order of arrival. */
export async function deleteOldLog(db: Db): Promise<void> {
  await sql`delete from safety_log where log_id in (
    select log_id from safety_log order by log_id limit 10000) and logged_at < now() - interval '2 years'`.execute(
    db,
  );
}
