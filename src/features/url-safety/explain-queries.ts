import type { Db } from '../database.ts';
import { destinationId } from './subject.ts';

const logMax = 50;

export function findRecord(db: Db, url: string) {
  return db
    .selectFrom('destinations')
    .select(['verdict', 'provider', 'threat', 'list_version', 'checked_at', 'valid_until'])
    .where('destination_id', '=', destinationId(url))
    .executeTakeFirst();
}

export async function findUrlsOf(db: Db, qrId: string) {
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
export async function findCodeLog(db: Db, qrId: string) {
  const rows = await db
    .selectFrom('safety_log')
    .select(logColumns)
    .where('qr_id', '=', qrId)
    .orderBy('log_id', 'desc')
    .limit(logMax)
    .execute();
  return rows.reverse();
}

export async function findDestinationLog(db: Db, url: string) {
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
