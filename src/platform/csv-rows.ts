import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';

const pieceLength = 64 * 1024;
const options: Options = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  skip_empty_lines: true,
  relax_column_count: true,
  // A stray quote costs its own row, not the rest of the file.
  relax_quotes: true,
  skip_records_with_error: true,
};

/** Rows of comma-separated values with quotes (RFC 4180); null for each that can't be read. Lets others run between pieces. */
export async function* csvRows(text: string): AsyncGenerator<string[] | null> {
  let unreadable = 0;
  const rows = Readable.from(piecesOf(text)).pipe(parse(options));
  rows.on('skip', () => {
    unreadable += 1;
  });
  for await (const row of rows) {
    for (; unreadable > 0; unreadable--) yield null;
    yield row as string[];
  }
  for (; unreadable > 0; unreadable--) yield null;
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await yieldToOthers();
  }
}
