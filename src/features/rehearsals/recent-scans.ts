import type { LedgerEvent } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import type { ScanPlace } from '../scans/place-queries.ts';
import {
  type BatchEvents,
  findNumberBefore,
  listPlacesAfter,
  listWholeBatches,
} from './rehearsal-queries.ts';

interface RecentScan {
  event: LedgerEvent;
  number: number;
}
export interface RecentScans {
  own: RecentScan[];
  /** How many were read, also of other codes. */
  read: number;
}

/** Read while the caller works on another one. */
const pagesAhead = 2;

/** Recorded scans of a code in a range of time, page by page. */
export async function* recentScans(
  db: Db,
  ledgers: LedgerDatabases,
  qrId: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): AsyncGenerator<RecentScans> {
  let after = await findNumberBefore(db, qrId, new Date(fromMs).toISOString().slice(0, 10));
  const pages: Promise<RecentScans>[] = [];
  const readPage = async (places: ScanPlace[]) => {
    const batches = await readBatches(db, ledgers, places);
    const own = places.flatMap((place) => scansOf(place, qrId, batches.get(place.batchId)));
    return {
      own: own.filter(({ event }) => event[2] >= fromMs && event[2] <= untilMs),
      read: [...batches.values()].reduce((sum, { events }) => sum + events.length, 0),
    };
  };
  for (let isEnd = false; ; ) {
    while (!isEnd && pages.length <= pagesAhead) {
      const places = await listPlacesAfter(db, qrId, after);
      const last = places.at(-1);
      if (last === undefined) isEnd = true;
      else {
        after = last.firstNumber + last.scans - 1;
        const page = readPage(places);
        // Nobody waits for it if the caller stops before.
        page.catch(() => {});
        pages.push(page);
      }
    }
    const page = pages.shift();
    if (page === undefined) return;
    yield await page;
  }
}

function scansOf(
  { firstNumber, scans }: ScanPlace,
  qrId: string,
  batch: BatchEvents | undefined,
): RecentScan[] {
  const place = (batch?.qr_ids.indexOf(qrId) ?? -1) + 1;
  if (batch === undefined || place === 0) return [];
  return batch.events.flatMap((event) =>
    event[0] === place && event[1] <= scans ? [{ event, number: firstNumber + event[1] - 1 }] : [],
  );
}

async function readBatches(
  db: Db,
  ledgers: LedgerDatabases,
  places: ScanPlace[],
): Promise<Map<string, BatchEvents>> {
  const found = new Map<string, BatchEvents>();
  const look = async (server: Db) => {
    const missing = places.filter(({ batchId }) => !found.has(batchId));
    for (const batch of await listWholeBatches(server, missing)) found.set(batch.batch_id, batch);
  };
  await look(db);
  if (found.size === places.length || ledgers.isEmpty) return found;
  for (const server of await ledgers.listAll()) await look(server.db);
  return found;
}
