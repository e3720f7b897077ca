import type { ListCursor } from '#core/list-cursor.ts';
import type { ListOrder } from '#core/list-order.ts';
import type { Db } from '../database.ts';
import type { QrCodeFilter } from './list-condition-queries.ts';
import { searchQrCodes } from './search-qr-codes.ts';

/** As many as one bulk change takes. */
const idsMax = 10_000;
const idsAtOnce = 1_000;
const timeMsMax = 5_000;

/** The codes of a list from its start; incomplete if there are too many, or the search takes too long. */
export async function listAllIds(
  db: Db,
  filter: QrCodeFilter,
  order: ListOrder,
): Promise<{ qrIds: string[]; isComplete: boolean }> {
  const started = performance.now();
  const qrIds: string[] = [];
  let after: ListCursor | null = null;
  do {
    const size = Math.min(idsAtOnce, idsMax - qrIds.length);
    const page = await searchQrCodes(db, filter, { order, after }, size);
    qrIds.push(...page.rows.map(({ qr_id }) => qr_id));
    after = page.next;
  } while (after !== null && qrIds.length < idsMax && performance.now() - started < timeMsMax);
  return { qrIds, isComplete: after === null };
}
