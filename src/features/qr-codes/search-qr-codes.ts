import { cutPage, type Page } from '#core/page.ts';
import type { PageCursor } from '#core/page-token.ts';
import type { Db, Tx } from '../database.ts';
import {
  findNthQrCode,
  listMatchesAmong,
  listMatchesByIndex,
  listQrCodes,
  type QrCodeFilter,
  type QrCodeListRow,
} from './qr-code-list-queries.ts';

/** A frequent word fills its page among the newest codes; searching there first costs the same in every account. */
const probeRows = 1_000;
/** If no index helps, a page examines this many codes; it may be short, and has a token for the next page. */
const examinedRowsMax = 10_000;
/** The index is not used for a word that more codes have than this: it would read and sort them all. */
const indexedMatchesMax = 2_000;

/** A page of the list with any filters. The work is limited, however large the account. */
export function searchQrCodes(
  db: Db,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  size: number,
): Promise<Page<QrCodeListRow>> {
  // PostgreSQL can't store NUL, so no label contains it.
  if (filter.statuses.length === 0 || labelContains.includes('\0'))
    return Promise.resolve({ rows: [], next: null });
  if (labelContains === '') return listQrCodes(db, filter, after, size + 1).then((rows) => page(rows, size));
  // One snapshot for all steps; otherwise a code that changes in between would appear twice or never.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => searchByLabel(tx, filter, labelContains, after, size));
}

async function searchByLabel(
  tx: Tx,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  size: number,
): Promise<Page<QrCodeListRow>> {
  if (!hasTrigram(labelContains)) return examine(tx, filter, labelContains, after, size, examinedRowsMax);
  const probed = await examine(tx, filter, labelContains, after, size, probeRows);
  if (probed.rows.length === size || probed.next === null) return probed;
  const wanted = size + 1 - probed.rows.length;
  const indexed = await listMatchesByIndex(tx, filter, labelContains, probed.next, wanted, indexedMatchesMax);
  if (indexed !== null) return page([...probed.rows, ...indexed], size);
  const examined = await examine(
    tx,
    filter,
    labelContains,
    probed.next,
    size - probed.rows.length,
    examinedRowsMax,
  );
  return { rows: [...probed.rows, ...examined.rows], next: examined.next };
}

/** The matches among the next codes of the list, and the position to continue. */
async function examine(
  tx: Tx,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  size: number,
  rowsMax: number,
): Promise<Page<QrCodeListRow>> {
  const rows = await listMatchesAmong(tx, filter, labelContains, after, size + 1, rowsMax);
  if (rows.length > size) return page(rows, size);
  return { rows, next: await findNthQrCode(tx, filter, after, rowsMax) };
}

/** Whether the index can help: it knows sequences of three letters or digits. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

function page(rows: QrCodeListRow[], size: number): Page<QrCodeListRow> {
  return cutPage(rows, size, (code) => ({ createdAtMs: code.created_at.getTime(), id: code.qr_id }));
}
