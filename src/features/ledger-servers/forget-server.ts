import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { unsettleLimits } from './unsettle-limits.ts';

/**
 * Gives up a ledger server whose data is lost. The first server takes over its shards and counts doubtful batches. Scans that the server had
 * counted but not transferred are lost.
 */
export async function forgetServer(db: Db, serverId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update ledger_shards set server_id = null where server_id = ${serverId}`.execute(tx);
    await sql`update ledger_shards set previous_id = null where previous_id = ${serverId}`.execute(tx);
    await sql`update ledger_state set map_version = map_version + 1, epoch = epoch + 1`.execute(tx);
    // Unless the server had counted and transferred it.
    await sql`with counted as (
        insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        select recorded_on, batch_id, qr_ids,
          array(select 2 * own from unnest(scans) with ordinality as listed (own, place) order by place), events
        from ledger_doubts doubt where server_id = ${serverId}
          and not exists (select from scan_numbers numbered where numbered.batch_id = doubt.batch_id)
          and not exists (select from scan_places place where place.qr_id = any(doubt.qr_ids) and doubt.batch_id = any(place.batch_ids))
        on conflict do nothing returning batch_id)
      select add_scans(recorded_on, batch_id, qr_ids, scans, versions) from ledger_doubts join counted using (batch_id)`.execute(
      tx,
    );
    await sql`delete from ledger_doubts where server_id = ${serverId}`.execute(tx);
    await unsettleLimits(tx);
    await sql`delete from ledger_servers where server_id = ${serverId}`.execute(tx);
  });
}
