import { cutPage, type Page } from '#core/page.ts';
import type { PageCursor } from '#core/page-token.ts';
import type { Db } from '../database.ts';
import {
  findNthQrCode,
  listMatchesAmong,
  listMatchesByIndex,
  listQrCodes,
  type QrCodeFilter,
  type QrCodeListRow,
} from './qr-code-list-queries.ts';

/** A frequent word fills its page among the newest codes; looking there first costs the same in every account. */
const probeRows = 1_000;
/** No trigram index helps one or two letters: that many codes are examined a page, which may come out short. */
const examinedRowsMax = 10_000;

/** A page of the list, whatever its filters. Never more work than a bound, however large the account. */
export async function searchQrCodes(
  db: Db,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  size: number,
): Promise<Page<QrCodeListRow>> {
  // PostgreSQL can't hold NUL, so no label contains it.
  if (filter.statuses.length === 0 || labelContains.includes('\0')) return { rows: [], next: null };
  if (labelContains === '') return page(await listQrCodes(db, filter, after, size + 1), size);

  const indexed = hasTrigram(labelContains);
  const examine = indexed ? probeRows : examinedRowsMax;
  const rows = await listMatchesAmong(db, filter, labelContains, after, size + 1, examine);
  if (rows.length > size) return page(rows, size);
  const examinedTo = await findNthQrCode(db, filter, after, examine);
  if (examinedTo === null) return page(rows, size);
  if (!indexed) return { rows, next: examinedTo };
  const rest = await listMatchesByIndex(db, filter, labelContains, examinedTo, size + 1 - rows.length);
  return page([...rows, ...rest], size);
}

/** Whether the index can say anything: it knows runs of three letters or digits. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

function page(rows: QrCodeListRow[], size: number): Page<QrCodeListRow> {
  return cutPage(rows, size, (code) => ({ createdAtMs: code.created_at.getTime(), id: code.qr_id }));
}
