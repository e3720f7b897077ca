import { sql } from 'kysely';
import type { AlarmType } from '#core/event-type.ts';
import type { Db, Tx } from '../database.ts';

/** Writes an event per code, if anybody reads events. */
export async function insertAlarms(tx: Tx, type: AlarmType, qrIds: string[], alarm: object): Promise<void> {
  await sql`select announce_alarm(${type}, code, ${JSON.stringify(alarm)}::jsonb) from unnest(${qrIds}::uuid[]) as code`.execute(
    tx,
  );
}

export interface WatchedCode {
  qr_id: string;
  account_id: string;
  label: string;
  actor_kind: string;
  actor_id: string;
  time_zone: string;
  standby_url: string | null;
  /** Where scans lead if no rule matches, or would without the stand-by address. */
  main_url: string;
}

/** Without codes that are archived or blocked: nobody can come there. */
export async function listWatchedCodes(db: Db | Tx, qrIds: string[]): Promise<WatchedCode[]> {
  const { rows } = await sql<WatchedCode>`
    select qr_id, watches.account_id, label, actor_kind, actor_id, time_zone, standby_url,
      coalesce(replaced_url, redirect_url) as main_url
    from watches join qr_codes using (qr_id) join accounts on accounts.account_id = watches.account_id
    where qr_id = any(${qrIds}::uuid[]) and status = 'active' and erased_at is null and suspended_at is null order by label, qr_id`.execute(
    db,
  );
  return rows;
}
