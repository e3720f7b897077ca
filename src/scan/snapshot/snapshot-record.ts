import { crc32 } from 'node:zlib';
import type { TargetRow } from '../scan-target-queries.ts';
import { keyBytes, slugKey } from './slug-index.ts';

/**
 * The records of a snapshot. A later record of the same thing replaces an earlier one. `sequence` orders reads and notifications: a
 * notification after the start of a read makes its result outdated.
 */
export type SnapshotRecord = { sequence: number } & (
  | { kind: 'code'; row: CodeRow }
  | { kind: 'project'; row: ProjectRow }
  | { kind: 'account'; row: AccountRow }
  /** The code, project or account has changed. */
  | { kind: 'told'; row: { id: string } }
  /** The snapshot contains all changes until this time (wall clock). */
  | { kind: 'synced'; row: { atMs: number } }
);

type ProjectColumn = 'project_id' | 'is_archived' | 'domain_host' | 'project_version';
type AccountColumn = 'account_id' | 'account_state' | 'time_zone' | 'account_version';
export type ProjectRow = Pick<TargetRow, ProjectColumn>;
export type AccountRow = Pick<TargetRow, AccountColumn>;
/** The rest, with the IDs of project and account, so that their changes are one small record. */
export type CodeRow = Omit<TargetRow, Exclude<ProjectColumn | AccountColumn, 'project_id' | 'account_id'>>;

const kinds = ['code', 'project', 'account', 'told', 'synced'] as const;
/** Length and CRC-32 of what follows. */
export const frameHeaderBytes = 8;
/** Larger frames are never written; any record fits into one. */
export const frameBytesMax = 16 * 2 ** 20;
const frameBytes = 2 ** 20;
/** Length of the whole record, kind, sequence, key of the slug (0 for other records). */
const recordHeaderBytes = 4 + 1 + 6 + keyBytes;

/** The three records of a target. */
export function splitRow(row: TargetRow): { code: CodeRow; project: ProjectRow; account: AccountRow } {
  const { is_archived, domain_host, project_version, account_state, time_zone, account_version, ...code } =
    row;
  const { project_id, account_id } = row;
  return {
    code,
    project: { project_id, is_archived, domain_host, project_version },
    account: { account_id, account_state, time_zone, account_version },
  };
}

export function joinRows(code: CodeRow, project: ProjectRow, account: AccountRow): TargetRow {
  const { expires_at: expiresAt } = code;
  return { ...code, ...project, ...account, expires_at: expiresAt === null ? null : new Date(expiresAt) };
}

/** Records in frames of limited size; the records of a frame are written together or not at all. */
export function encodeFrames(records: SnapshotRecord[]): Buffer[] {
  const frames: Buffer[][] = [];
  let bytes = Infinity;
  for (const record of records.map(encodeRecord)) {
    if (bytes + record.length > frameBytes) {
      frames.push([]);
      bytes = 0;
    }
    frames.at(-1)?.push(record);
    bytes += record.length;
  }
  return frames.map(encodeFrame);
}

function encodeFrame(records: Buffer[]): Buffer {
  const payload = Buffer.concat(records);
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

function encodeRecord({ kind, sequence, row }: SnapshotRecord): Buffer {
  const text = Buffer.from(JSON.stringify(row));
  const record = Buffer.alloc(recordHeaderBytes + text.length);
  record.writeUInt32BE(record.length, 0);
  record.writeUInt8(kinds.indexOf(kind), 4);
  record.writeUIntBE(sequence, 5, 6);
  if (kind === 'code') {
    const [high, low] = slugKey(row.reserved_slug);
    record.writeUInt32BE(high, 11);
    record.writeUInt32BE(low, 15);
  }
  text.copy(record, recordHeaderBytes);
  return record;
}

/** A record of which only the head was read. */
export interface RecordHead {
  kind: SnapshotRecord['kind'];
  sequence: number;
  high: number;
  low: number;
  /** Position in the payload. */
  at: number;
  length: number;
}

/** @returns null if the payload is damaged. */
export function listRecords(payload: Buffer, crc: number): RecordHead[] | null {
  if (crc32(payload) !== crc) return null;
  const heads: RecordHead[] = [];
  for (let at = 0; at < payload.length; ) {
    const length = payload.readUInt32BE(at);
    const kind = kinds[payload.readUInt8(at + 4)];
    if (kind === undefined || length < recordHeaderBytes || at + length > payload.length) return null;
    const sequence = payload.readUIntBE(at + 5, 6);
    heads.push({
      kind,
      sequence,
      high: payload.readUInt32BE(at + 11),
      low: payload.readUInt32BE(at + 15),
      at,
      length,
    });
    at += length;
  }
  return heads;
}

export function decodeRecord(content: Buffer): SnapshotRecord {
  const kind = kinds[content.readUInt8(4)];
  const sequence = content.readUIntBE(5, 6);
  const row = JSON.parse(content.toString('utf8', recordHeaderBytes));
  return { kind, sequence, row } as SnapshotRecord;
}
