import type { FeedSetting } from '#platform/config.ts';
import { damagedCsvRows } from '#platform/csv-rows.ts';
import { UpdateRefused } from './update-refused.ts';

export interface ThreatFeed {
  listId: string;
  /** Its display name. */
  name: string;
  /** The kind of its entries. */
  threat: string;
  /** The setting with its address; without it, the feed is not used. */
  setting: FeedSetting;
  periodMs: number;
  /** Its URLs; null for a line that makes no sense. Throws if the whole file makes no sense. */
  readUrls(text: string): AsyncGenerator<string | null>;
}

/** All feeds of whole URLs. */
export const threatFeeds: readonly ThreatFeed[] = [
  {
    listId: 'urlhaus',
    name: 'URLhaus',
    threat: 'malware',
    setting: 'URLHAUS_SOURCE',
    periodMs: 5 * 60_000,
    readUrls: urlhausUrls,
  },
  {
    listId: 'phishtank',
    name: 'PhishTank',
    threat: 'social_engineering',
    setting: 'PHISHTANK_SOURCE',
    periodMs: 60 * 60_000,
    readUrls: phishtankUrls,
  },
];

/** URLhaus as CSV, JSON or plain text, recognized by its content. */
async function* urlhausUrls(text: string): AsyncGenerator<string | null> {
  if (text.trimStart().startsWith('{')) return yield* urlhausJson(text);
  const isCsv = /^"\d+",/m.test(text);
  if (isCsv) return yield* urlhausCsv(text);
  for (const line of text.split(/\r?\n/))
    if (line !== '' && !line.startsWith('#')) yield /^https?:\/\/\S+$/i.test(line) ? line : null;
}

/** The header is a comment; it is parsed, because columns have changed over time. */
async function* urlhausCsv(text: string): AsyncGenerator<string | null> {
  const header = /^#\s*(id,.*)$/m.exec(text)?.[1]?.trim().split(',') ?? [];
  const column = header.indexOf('url');
  if (column === -1) throw new UpdateRefused('the CSV of URLhaus has no column url');
  const rows = text.replace(/^#.*\r?\n?/gm, '');
  for await (const row of damagedCsvRows(rows)) yield cellOf(row, header, column);
}

/** `{id: [{url, …}]}` */
async function* urlhausJson(text: string): AsyncGenerator<string | null> {
  const entries = Object.values(JSON.parse(text) as Record<string, { url?: unknown }[]>);
  for (const items of entries) {
    if (!Array.isArray(items)) yield null;
    else yield* urlsOf(items);
  }
}

/** PhishTank as CSV or JSON, recognized by its content. */
async function* phishtankUrls(text: string): AsyncGenerator<string | null> {
  if (text.trimStart().startsWith('[')) return yield* urlsOf(JSON.parse(text) as { url?: unknown }[]);
  const rows = damagedCsvRows(text);
  const header: string[] = (await rows.next()).value ?? [];
  const column = header.indexOf('url');
  if (column === -1 || header[0] !== 'phish_id')
    throw new UpdateRefused('the CSV of PhishTank has no column url');
  for await (const row of rows) yield cellOf(row, header, column);
}

function* urlsOf(items: { url?: unknown }[]): Generator<string | null> {
  for (const { url } of items) yield typeof url === 'string' ? url : null;
}

/** A line that a stray quote has damaged doesn't start like a URL. */
function cellOf(row: string[] | null, header: string[], column: number): string | null {
  const cell = row?.length === header.length ? (row[column] ?? '') : '';
  return /^https?:\/\//i.test(cell) ? cell : null;
}
