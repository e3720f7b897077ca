import { type LedgerEvent, moveEvents } from '#core/ledger-record.ts';
import type { JournalRecord } from './journal-file.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { Group } from './scan-group.ts';

/** The part of a batch that is answered without PostgreSQL, under the ID of the batch. */
export function makeJournalRecord(batch: ScanBatch, groups: Group[], kept: Group[]): JournalRecord {
  const places = kept.map((group) => groups.indexOf(group) + 1);
  return {
    batch_id: batch.batchId,
    recorded_on: batch.recordedOn,
    qr_ids: kept.map(({ target }) => target.qrId),
    scans: kept.map(({ counted }) => counted.length),
    versions: kept.map(({ target }) => target.version),
    events: moveEvents(JSON.parse(batch.events) as LedgerEvent[], places),
    ...(batch.serverId !== undefined && { server_id: batch.serverId }),
  };
}
