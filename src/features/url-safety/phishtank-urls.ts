import { csvRows } from './csv-rows.ts';
import { UpdateRefused } from './update-refused.ts';

/** PhishTank as CSV or JSON, by what the file looks like. */
export function* phishtankUrls(text: string): Generator<string | null> {
  if (text.trimStart().startsWith('[')) return yield* fromJson(text);
  const rows = csvRows(text);
  const header: string[] = rows.next().value ?? [];
  const column = header.indexOf('url');
  if (column === -1 || header[0] !== 'phish_id')
    throw new UpdateRefused('the CSV of PhishTank has no column url');
  for (const row of rows) yield row && row.length === header.length ? (row[column] ?? null) : null;
}

function* fromJson(text: string): Generator<string | null> {
  for (const { url } of JSON.parse(text) as { url?: unknown }[]) yield typeof url === 'string' ? url : null;
}
