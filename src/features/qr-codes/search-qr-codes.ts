import type { ListCursor } from '#core/list-cursor.ts';
import type { Db, Tx } from '../database.ts';
import { indexedConditions, type QrCodeFilter } from './list-condition-queries.ts';
import {
  boundPlans,
  findNthQrCode,
  type ListPlace,
  listAmong,
  listIndexed,
  listQrCodes,
  openConditions,
  type QrCodeListRow,
} from './qr-code-list-queries.ts';

/** A frequent condition fills its page among the first codes; searching there first costs the same in every account. */
const probeRows = 1_000;
/** If no index helps, a page examines this many codes; it may be short, and has a token for the next page. */
const examinedRowsMax = 10_000;
/** The index of a condition is not used if more codes meet it than this: all of them would be read and sorted. */
export const indexedMatchesMax = 2_000;

export interface ListPage {
  rows: QrCodeListRow[];
  /** Start of the next page; null if there is none. */
  next: ListCursor | null;
}

/** A page of the list with any filters and order. The work is limited, however large the account (ADR 29). */
export function searchQrCodes(
  db: Db,
  filter: QrCodeFilter,
  place: ListPlace,
  size: number,
): Promise<ListPage> {
  if (isImpossible(filter)) return Promise.resolve({ rows: [], next: null });
  if (openConditions(filter, place).length === 0)
    return listQrCodes(db, filter, place, { limit: size + 1 }).then((rows) => cut(rows, size));
  return inSnapshot(db, (tx) => search(tx, filter, place, size));
}

/** PostgreSQL can't store NUL, so nothing contains it. */
export function isImpossible({ statuses, words, tags = [] }: QrCodeFilter): boolean {
  return statuses.length === 0 || [words?.text ?? '', ...tags].some((text) => text.includes('\0'));
}

/** One snapshot for all steps; otherwise a code that changes in between would appear twice or never. */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await boundPlans(tx);
      return read(tx);
    });
}

async function search(tx: Tx, filter: QrCodeFilter, place: ListPlace, size: number): Promise<ListPage> {
  const probed = await examine(tx, filter, place, size, probeRows);
  if (probed.rows.length === size || probed.next === null) return probed;
  const wanted = size - probed.rows.length;
  const rest = { ...place, after: probed.next };
  const qrIds = await listRare(tx, filter);
  const page =
    qrIds === null
      ? await examine(tx, filter, rest, wanted, examinedRowsMax)
      : cut(await listAmong(tx, filter, rest, qrIds, wanted + 1), wanted);
  return { rows: [...probed.rows, ...page.rows], next: page.next };
}

/** The codes of the first condition that few codes meet; null if all conditions are frequent. */
export async function listRare(tx: Tx, filter: QrCodeFilter): Promise<string[] | null> {
  for (const codes of indexedConditions(filter)) {
    const qrIds = await listIndexed(tx, codes, indexedMatchesMax);
    if (qrIds !== null) return qrIds;
  }
  return null;
}

/** The matches among the next codes of the list, and the position to continue. */
async function examine(
  tx: Tx,
  filter: QrCodeFilter,
  place: ListPlace,
  size: number,
  examined: number,
): Promise<ListPage> {
  const rows = await listQrCodes(tx, filter, place, { limit: size + 1, examined });
  if (rows.length > size) return cut(rows, size);
  return { rows, next: await findNthQrCode(tx, filter, place, examined) };
}

/** One extra row means that there is a next page. */
function cut(rows: QrCodeListRow[], size: number): ListPage {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const hasMore = rows.length > size && last !== undefined;
  return { rows: shown, next: hasMore ? { key: last.sort_key, id: last.qr_id } : null };
}
