import type pg from 'pg';
import type { JournalRecord } from './journal-file.ts';

/** Counts journalled scans on the ledger server that may have counted them before, without events of codes that were erased meanwhile. */
export async function insertReplayedElsewhere(
  first: pg.Pool,
  pool: pg.Pool,
  records: JournalRecord[],
): Promise<void> {
  const { rows } = await first.query<{ qr_id: string }>(
    'select qr_id from scan_state where qr_id = any ($1::uuid[])',
    [records.flatMap(({ qr_ids }) => qr_ids)],
  );
  const known = rows.map(({ qr_id }) => qr_id);
  for (const record of records) {
    const { batch_id: id, recorded_on: day, qr_ids: qrIds, scans, events } = record;
    const versions = record.versions ?? qrIds.map(() => null);
    await pool.query('select count_served_batch($1, $2, $3, $4, $5, events_of($6, $3, $7), true)', [
      id,
      day,
      qrIds,
      scans,
      versions,
      known,
      JSON.stringify(events),
    ]);
  }
}
