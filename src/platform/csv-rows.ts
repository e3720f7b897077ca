import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';

const pieceBytes = 64 * 1024;
const common: Options = { bom: true, record_delimiter: ['\r\n', '\n'], skip_empty_lines: true };

/** Rows of comma-separated values with quotes (RFC 4180). Throws at the first malformed row, or one longer than the header. */
export async function* csvRows(text: string): AsyncGenerator<string[]> {
  const rows = Readable.from(piecesOf(text)).pipe(parse({ ...common, relax_column_count_less: true }));
  for await (const row of rows) yield row as string[];
}

/**
 * The same for a file with mistakes: null for each unreadable row. A quote within a field is kept, so that it doesn't cost the rows after it.
 */
export async function* damagedCsvRows(text: string): AsyncGenerator<string[] | null> {
  let unreadable = 0;
  const rows = Readable.from(piecesOf(text)).pipe(
    parse({ ...common, relax_column_count: true, relax_quotes: true, skip_records_with_error: true }),
  );
  rows.on('skip', () => {
    unreadable += 1;
  });
  for await (const row of rows) yield row as string[];
  for (; unreadable > 0; unreadable--) yield null;
}

/** In pieces, with time for other work in between. By bytes: the parser joins characters that a piece cuts. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await yieldToOthers();
  }
}
