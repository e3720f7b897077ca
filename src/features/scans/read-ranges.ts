import type { SingleScan } from '#core/single-scan.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listPlacesInRanges, type NumberRange } from './place-queries.ts';
import { readEvents } from './read-events.ts';
import { scanView } from './scan-view.ts';

export interface AccountRange extends NumberRange {
  accountId: string;
}

/**
 * Single scans of many codes, by code and in order: each batch is read only once. Scans that left no record, or that are no longer kept, are
 * missing.
 * @param ranges one per code.
 */
export async function readRanges(
  db: Db,
  ledgers: LedgerDatabases,
  ranges: readonly AccountRange[],
): Promise<Map<string, SingleScan[]>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const places = Map.groupBy(await listPlacesInRanges(tx, ranges), ({ qrId }) => qrId);
      const batches = new Map([...places.values()].flat().map((place) => [place.batchId, place]));
      const qrIds = ranges.map(({ qrId }) => qrId);
      const events = await readEvents(tx, ledgers, qrIds, [...batches.values()]);
      return new Map(
        ranges.map(({ qrId, accountId, firstNumber: first, lastNumber: last }) => {
          const scans = (places.get(qrId) ?? []).flatMap(({ batchId, firstNumber, scans: count }) =>
            (events.get(batchId)?.get(qrId) ?? [])
              .filter(([, nth]) => nth <= count && firstNumber + nth > first && firstNumber + nth <= last + 1)
              .map((event) => scanView(accountId, event, firstNumber)),
          );
          return [qrId, scans.sort((a, b) => (a.scan_number ?? 0) - (b.scan_number ?? 0))];
        }),
      );
    });
}
