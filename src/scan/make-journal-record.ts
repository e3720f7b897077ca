import type { JournalRecord } from './journal-file.ts';
import type { ScanBatch } from './scan-batch.ts';
import type { ScanEvent } from './scan-event.ts';
import type { Group } from './scan-group.ts';

/** The part of a batch that is answered for without PostgreSQL, under the batch's own id. */
export function makeJournalRecord(batch: ScanBatch, groups: Group[], kept: Group[]): JournalRecord {
  const places = kept.map((group) => groups.indexOf(group));
  return {
    batch_id: batch.batchId,
    recorded_on: batch.recordedOn,
    qr_ids: kept.map(({ target }) => target.qrId),
    scans: kept.map(({ counted }) => counted.length),
    events: (JSON.parse(batch.events) as ScanEvent[]).flatMap(([place, ...rest]) => {
      const at = places.indexOf(place - 1);
      return at === -1 ? [] : [[at + 1, ...rest]];
    }),
  };
}
