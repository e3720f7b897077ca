import type { Db } from '../database.ts';
import { conditionsOf, type QrCodeFilter } from './list-condition-queries.ts';
import { countListed, listAmong } from './qr-code-list-queries.ts';
import { findLiveCount, findLiveCounts } from './quota-queries.ts';
import { indexedMatchesMax, inSnapshot, isImpossible, listRare } from './search-qr-codes.ts';

/** More are not counted one by one. */
const countedMax = 10_000;
/** Of these codes. */
const frequentMatches = 200;

export interface CodeTotal {
  codes: number;
  /** False: at least this many. */
  isExact: boolean;
}

/** How many codes a list has. */
export async function countQrCodes(db: Db, filter: QrCodeFilter): Promise<CodeTotal> {
  if (isImpossible(filter)) return { codes: 0, isExact: true };
  if (isLive(filter)) return { codes: await countLive(db, filter), isExact: true };
  return inSnapshot(db, async (tx) => {
    const { codes, examined } = await countListed(tx, filter, countedMax + 1);
    if (examined <= countedMax) return { codes, isExact: true };
    // Frequent, so an index would have too many matches.
    if (codes >= frequentMatches) return { codes: Math.min(codes, countedMax), isExact: false };
    const qrIds = await listRare(tx, filter);
    if (qrIds === null) return { codes, isExact: false };
    const place = { order: 'newest', after: null } as const;
    const rows = await listAmong(tx, filter, place, qrIds, indexedMatchesMax);
    return { codes: rows.length, isExact: true };
  });
}

/** Everything that is not archived: the database keeps this number. */
function isLive(filter: QrCodeFilter): boolean {
  const statuses = filter.statuses.toSorted().join();
  return statuses === 'active,blocked' && conditionsOf(filter).length === 0;
}

async function countLive(db: Db, { accountId, projectIds }: QrCodeFilter): Promise<number> {
  if (projectIds === null) return findLiveCount(db, accountId);
  const counts = await findLiveCounts(db, projectIds);
  return [...counts.values()].reduce((sum, codes) => sum + codes, 0);
}
