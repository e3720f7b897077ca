import { csvRows } from './csv-rows.ts';
import { UpdateRefused } from './update-refused.ts';

/** URLhaus as CSV, JSON or plain text, by what the file looks like. */
export function* urlhausUrls(text: string): Generator<string | null> {
  if (text.trimStart().startsWith('{')) return yield* fromJson(text);
  const isCsv = /^"\d+",/m.test(text);
  if (isCsv) return yield* fromCsv(text);
  for (const line of text.split(/\r?\n/))
    if (line !== '' && !line.startsWith('#')) yield /^https?:\/\/\S+$/i.test(line) ? line : null;
}

/** The header is a comment; columns have come and gone, so it is read. */
function* fromCsv(text: string): Generator<string | null> {
  const header = /^#\s*(id,.*)$/m.exec(text)?.[1]?.trim().split(',') ?? [];
  const column = header.indexOf('url');
  if (column === -1) throw new UpdateRefused('the CSV of URLhaus has no column url');
  const rows = text.replace(/^#.*\r?\n?/gm, '');
  for (const row of csvRows(rows)) yield row?.length === header.length ? (row[column] ?? null) : null;
}

/** `{id: [{url, …}]}` */
function* fromJson(text: string): Generator<string | null> {
  const entries = Object.values(JSON.parse(text) as Record<string, { url?: unknown }[]>);
  for (const items of entries) {
    if (!Array.isArray(items)) yield null;
    else for (const { url } of items) yield typeof url === 'string' ? url : null;
  }
}
