import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { LedgerServer } from './ledger-databases.ts';

const doubtsAtOnce = 200;

/**
 * Batches that were answered although we didn't know whether their ledger server had counted them: asks the server, which counts those that it
 * has not.
 */
export async function clearDoubts(db: Db, server: LedgerServer): Promise<void> {
  const { rows } = await sql<{
    batch_id: string;
    recorded_on: string;
    qr_ids: string[];
    scans: number[];
    versions: number[];
    events: unknown;
  }>`select batch_id, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, qr_ids, scans, versions, events
    from ledger_doubts where server_id = ${server.id} limit ${doubtsAtOnce}`.execute(db);
  for (const { batch_id, recorded_on, qr_ids, scans, versions, events } of rows) {
    await sql`select make_scan_partition(${recorded_on}::date)`.execute(server.db);
    await sql`select count_served_batch(${batch_id}, ${recorded_on}::date, ${qr_ids}::uuid[], ${scans}::int[],
      ${versions}::bigint[], ${JSON.stringify(events)}::json, false)`.execute(server.db);
    await sql`delete from ledger_doubts where batch_id = ${batch_id}`.execute(db);
  }
}
