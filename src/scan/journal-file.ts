import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { LedgerEvent } from '#core/ledger-record.ts';
import type { Log } from '#platform/log.ts';
import { isDamage, isOwnMistake } from '#platform/postgres.ts';
import { LedgerServerAway } from './ledger-server-away.ts';

/** Scans that were served while PostgreSQL was away, under the ID of their batch. */
export interface JournalRecord {
  batch_id: string;
  recorded_on: string;
  qr_ids: string[];
  scans: number[];
  /** Served versions of the codes. Missing in records of releases before 0.5. */
  versions?: (number | null)[];
  events: LedgerEvent[];
  /** The ledger server that may have counted it; if missing, the first server. */
  server_id?: string;
}

/** A record: its length, the CRC-32 of its text, the text. */
const headerBytes = 8;
const recordBytesMax = 16 * 1024 * 1024;
/** Start of the text of every record. */
const recordStart = '{"batch_id":"';

export function frameRecord(record: JournalRecord): Buffer {
  const text = Buffer.from(JSON.stringify(record));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(text.length, 0);
  header.writeUInt32BE(crc32(text), 4);
  return Buffer.concat([header, text]);
}

/** Maximum number of scans per statement. */
const replayRecordsMax = 500;
const replayScansMax = 5_000;

/**
 * Reads records in order. A torn record ends the file: its scans were never answered. We never guess what follows it.
 * @returns false if more than a torn end was found, so that somebody should look.
 */
export async function replayFile(
  path: string,
  count: (records: JournalRecord[]) => Promise<void>,
  log: Log,
): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const content = await file.readFile();
    let at = 0;
    let records: JournalRecord[] = [];
    let scans = 0;
    let problem: unknown = null;
    // Scans that PostgreSQL can't count, for example of a code on a damaged page, don't block later ones.
    const countOrNote = (batch: JournalRecord[]) =>
      count(batch).catch((error: unknown) => {
        if (!isDamage(error) && !isOwnMistake(error) && !(error instanceof LedgerServerAway)) throw error;
        problem ??= error;
      });
    while (at + headerBytes <= content.length) {
      const length = content.readUInt32BE(at);
      const text = content.subarray(at + headerBytes, at + headerBytes + length);
      if (length === 0 || length > recordBytesMax || text.length < length) break;
      if (crc32(text) !== content.readUInt32BE(at + 4)) break;
      const record = JSON.parse(text.toString('utf8')) as JournalRecord;
      records.push(record);
      scans += record.scans.reduce((sum, value) => sum + value, 0);
      at += headerBytes + length;
      if (records.length >= replayRecordsMax || scans >= replayScansMax) {
        await countOrNote(records);
        [records, scans] = [[], 0];
      }
    }
    if (records.length > 0) await countOrNote(records);
    if (problem !== null) throw problem;
    const left = content.length - at;
    if (left === 0) return true;
    log.warn({ path, bytes: left }, 'the journal ends in an incomplete record, which was removed');
    return isTornTail(content, at);
  } finally {
    await file.close();
  }
}

/** An interrupted write is always the last one. If a whole record follows, something else has happened. */
function isTornTail(content: Buffer, at: number): boolean {
  for (
    let next = content.indexOf(recordStart, at);
    next !== -1;
    next = content.indexOf(recordStart, next + 1)
  ) {
    const from = next - headerBytes;
    if (from <= at) continue;
    const text = content.subarray(next, next + content.readUInt32BE(from));
    if (text.length > 0 && crc32(text) === content.readUInt32BE(from + 4)) return false;
  }
  return true;
}
