import type pg from 'pg';
import { encodeGrant, type Grant, staleGrant } from '#core/ledger-record.ts';
import { gate } from './append-scans.ts';
import { BelievedCodes, believed, isAppended, isOwnerFresh, literal } from './believed-codes.ts';
import { readGrants } from './insert-once.ts';
import { isPartitionMissing, makeScanPartition } from './ledger-statements.ts';
import { grantAll, type ScanBatch } from './scan-batch.ts';

/**
 * Records on the first server that a batch is answered although we don't know whether its ledger server has counted it. It includes only
 * codes whose targets still hold and that have no limit: settling a limit looks for doubts after the gate, and so finds all of them.
 */
const noteStatement = {
  name: 'note-doubt',
  text: `
    with ${gate},
    verdict as materialized (
      select b.qr_id, b.scans, b.version, b.place, ${isOwnerFresh} and exists (
        select from scan_state s where s.qr_id = b.qr_id and s.version = b.version and ${isAppended})
        -- Otherwise its shard has moved, and settling a limit would not ask this server.
        and exists (select from ledger_shards own where own.shard = get_byte(uuid_send(b.qr_id), 15)
          and $12::uuid in (own.server_id, own.previous_id)) as is_fresh
      from (${believed}) b),
    noted as (
      insert into ledger_doubts (batch_id, recorded_on, server_id, qr_ids, scans, versions, events)
      select $10, $11, $12, $1, (select array_agg(scans * is_fresh::int order by place) from verdict), $3,
        events_of(array(select qr_id from verdict where is_fresh), $1, $13)
      on conflict do nothing)
    select string_agg((case when is_fresh then granted else ${staleGrant} end)::text, ',' order by place) as grants
    from verdict join unnest($14::int[]) with ordinality as listed (granted, place) using (place)`,
};

/** @returns per code whether its scans may be answered. */
export async function noteDoubt(first: pg.Pool, batch: ScanBatch, serverId: string): Promise<Grant[]> {
  const all = grantAll(batch);
  const { batchId, recordedOn, events } = batch;
  const values = [
    ...new BelievedCodes(batch).values,
    batchId,
    recordedOn,
    serverId,
    events,
    literal(all.map(encodeGrant)),
  ];
  const { rows } = await first.query<{ grants: string | null }>({ ...noteStatement, values });
  return readGrants(rows[0]?.grants ?? null, all.length);
}

interface DoubtRow {
  batch_id: string;
  recorded_on: string;
  qr_ids: string[];
  scans: number[];
  versions: number[];
  events: unknown;
}

/** Asks a ledger server about all doubtful batches of some codes, and lets it count those that it has not counted. */
export async function clearDoubts(
  first: pg.Pool,
  server: { id: string; pool: pg.Pool },
  qrIds: string[],
): Promise<void> {
  const { rows } = await first.query<DoubtRow>(
    `select batch_id, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, qr_ids, scans, versions, events from ledger_doubts
     where server_id = $1 and qr_ids && $2::uuid[]`,
    [server.id, qrIds],
  );
  for (const { batch_id: id, recorded_on: day, qr_ids: codes, scans, versions, events } of rows) {
    const values = [id, day, codes, scans, versions, JSON.stringify(events)];
    const count = () => server.pool.query('select count_served_batch($1, $2, $3, $4, $5, $6, false)', values);
    await count().catch(async (error: unknown) => {
      if (!isPartitionMissing(error)) throw error;
      await makeScanPartition(server.pool, day);
      await count();
    });
    await first.query('delete from ledger_doubts where batch_id = $1', [id]);
  }
}
