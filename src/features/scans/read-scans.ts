import { Refusal } from '#core/errors.ts';
import type { ScansQuery } from '#core/scans-query.ts';
import type { SingleScan } from '#core/single-scan.ts';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { findOldestNumber, listPlaces, type ScanPlace } from './place-queries.ts';
import { readEvents } from './read-events.ts';
import { scanView } from './scan-view.ts';

/** Each has to be read whole, so a page of many batches is shorter. */
const batchesMax = 200;

export interface ScansPage {
  items: SingleScan[];
  /** Pass it to go on; it rises also if the scans of this page left no record. */
  next_after_number: number;
  has_more: boolean;
}

/** The next single scans of a code. In one transaction, so that their day is not dropped meanwhile. */
export async function readScans(
  db: Db,
  ledgers: LedgerDatabases,
  { qrId, accountId }: { qrId: string; accountId: string },
  { afterNumber, limit }: ScansQuery,
): Promise<ScansPage> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const after = await requireKeptNumber(tx, qrId, afterNumber);
      const places = await listPlaces(tx, qrId, after, Math.min(limit, batchesMax) + 1);
      const last = Math.min(after + limit, lastNumber(places.slice(0, batchesMax)) ?? after);
      const taken = places.filter(({ firstNumber }) => firstNumber <= last);
      const events = await readEvents(tx, ledgers, [qrId], taken);
      const items = taken.flatMap(({ batchId, firstNumber, scans }) =>
        (events.get(batchId)?.get(qrId) ?? [])
          .filter(([, nth]) => nth <= scans && isBetween(firstNumber + nth - 1, after, last))
          .map((event) => scanView(accountId, event, firstNumber)),
      );
      return {
        items: items.sort((a, b) => (a.scan_number ?? 0) - (b.scan_number ?? 0)),
        next_after_number: last,
        has_more: (lastNumber(places) ?? last) > last,
      };
    });
}

/** @param after null: the number before the oldest scan that is kept. */
export async function requireKeptNumber(tx: Tx, qrId: string, after: number | null): Promise<number> {
  const oldest = await findOldestNumber(tx, qrId);
  if (after !== null && after + 1 < oldest)
    throw new Refusal(
      'cursor_expired',
      `Scans up to number ${oldest - 1} are no longer kept. Continue with after_number=${oldest - 1}; the oldest number is ${oldest}.`,
      { param: 'after_number' },
    );
  return after ?? oldest - 1;
}

function lastNumber(places: readonly ScanPlace[]): number | undefined {
  const place = places.at(-1);
  return place && place.firstNumber + place.scans - 1;
}

/** After the first and up to the second. */
function isBetween(number: number, after: number, last: number): boolean {
  return number > after && number <= last;
}
