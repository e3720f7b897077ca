import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScanTarget } from '#core/resolve-scan.ts';
import type { Clock } from '#platform/clock.ts';
import { databaseName } from '#platform/database-url.ts';
import type { Log } from '#platform/log.ts';
import { isolationMsMax } from '../database-contact.ts';
import { readTarget } from '../scan-target-queries.ts';
import { SlugIndex, slugKey } from './slug-index.ts';
import {
  type AccountRow,
  decodeRecord,
  frameBytesMax,
  frameHeaderBytes,
  joinRows,
  listRecords,
  type ProjectRow,
  type SnapshotRecord,
} from './snapshot-record.ts';

const refreshMs = 1_000;
/** Clocks of one machine can jump slightly. */
const futureMsMax = 60_000;

interface Dated<Row> {
  row: Row;
  sequence: number;
}

/** Targets on the volume of the journal, for a process that starts while PostgreSQL is away. Memory holds only their positions. */
export class TargetSnapshot {
  readonly path: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #file: FileHandle | null = null;
  #inode = 0;
  #index = new SlugIndex();
  #projects = new Map<string, Dated<ProjectRow>>();
  #accounts = new Map<string, Dated<AccountRow>>();
  #told = new Map<string, number>();
  #validBytes = 0;
  #sequence = 0;
  #syncedMs: number | null = null;
  #refreshedMs = -Infinity;
  #refreshing: Promise<void> | null = null;

  /** @param databaseUrl the database of the targets: the folder may contain those of another database. */
  constructor(folder: string, databaseUrl: string, clock: Clock, log: Log) {
    this.path = join(folder, `targets-${databaseName(databaseUrl)}.snapshot`);
    this.#clock = clock;
    this.#log = log;
  }

  get size(): number {
    return this.#index.size;
  }

  /** The position up to which the file could be read. */
  get validBytes(): number {
    return this.#validBytes;
  }

  get lastSequence(): number {
    return this.#sequence;
  }

  /** The time since which changes may be missing (wall clock); null if there is no usable snapshot. */
  get ageMs(): number | null {
    if (this.#syncedMs === null) return null;
    const age = this.#clock.nowMs() - this.#syncedMs;
    return age < -futureMsMax || age > isolationMsMax ? null : Math.max(age, 0);
  }

  async open(): Promise<void> {
    const startedMs = this.#clock.monotonicMs();
    await this.refresh(true);
    const ms = Math.round(this.#clock.monotonicMs() - startedMs);
    if (this.size > 0)
      this.#log.info({ targets: this.size, ms, age_ms: this.ageMs }, 'the snapshot of targets was read');
  }

  /** Reads what was written since: at once, or soon after the last time. */
  async refresh(isUrgent = false): Promise<void> {
    if (!isUrgent && this.#clock.monotonicMs() - this.#refreshedMs < refreshMs) return;
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = null;
      this.#refreshedMs = this.#clock.monotonicMs();
    });
    await this.#refreshing;
  }

  /** Null if it doesn't exist, is known to be outdated, or is too old. */
  async find(slug: string): Promise<ScanTarget | null> {
    await this.refresh();
    const place = this.#index.get(...slugKey(slug));
    if (place === null || this.#file === null || this.ageMs === null) return null;
    try {
      const content = Buffer.alloc(place.length);
      await this.#file.read(content, 0, place.length, place.at);
      const { kind, row: code, sequence } = decodeRecord(content);
      if (kind !== 'code' || code.reserved_slug !== slug) return null;
      const project = this.#projects.get(code.project_id);
      const account = this.#accounts.get(code.account_id);
      if (project === undefined || account === undefined) return null;
      const isOutdated = (id: string, read: number) => (this.#told.get(id) ?? 0) > read;
      if (
        isOutdated(code.qr_id, sequence) ||
        isOutdated(code.project_id, project.sequence) ||
        isOutdated(code.account_id, account.sequence)
      )
        return null;
      return readTarget(joinRows(code, project.row, account.row));
    } catch (error) {
      this.#log.error({ err: error, slug }, "a target of the snapshot can't be read");
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#refreshing;
    await this.#file?.close();
    this.#file = null;
  }

  async #load(): Promise<void> {
    try {
      await this.#openNewest();
      while (this.#file !== null && (await this.#readFrame(this.#file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.#log.error({ err: error, path: this.path }, "the snapshot of targets can't be read");
    }
  }

  /** The snapshot keeper replaces the file now and then. */
  async #openNewest(): Promise<void> {
    const file = await open(this.path, 'r');
    const { ino: inode, size } = await file.stat();
    if (inode === this.#inode && this.#file !== null && size >= this.#validBytes) return file.close();
    await this.#file?.close();
    this.#file = file;
    this.#inode = inode;
    this.#index = new SlugIndex();
    this.#projects = new Map();
    this.#accounts = new Map();
    this.#told = new Map();
    this.#validBytes = this.#sequence = 0;
    this.#syncedMs = null;
  }

  /** @returns false at the end, which may be a frame that is being written or was never finished. */
  async #readFrame(file: FileHandle): Promise<boolean> {
    const header = Buffer.alloc(frameHeaderBytes);
    if ((await file.read(header, 0, frameHeaderBytes, this.#validBytes)).bytesRead < frameHeaderBytes)
      return false;
    const length = header.readUInt32BE(0);
    if (length === 0 || length > frameBytesMax) return false;
    const payload = Buffer.allocUnsafe(length);
    const start = this.#validBytes + frameHeaderBytes;
    if ((await file.read(payload, 0, length, start)).bytesRead < length) return false;
    const heads = listRecords(payload, header.readUInt32BE(4));
    if (heads === null) return false;
    for (const { kind, sequence, high, low, at, length: bytes } of heads) {
      this.#sequence = Math.max(this.#sequence, sequence);
      if (kind === 'code') this.#index.set(high, low, { at: start + at, length: bytes });
      else this.#take(decodeRecord(payload.subarray(at, at + bytes)));
    }
    this.#validBytes = start + length;
    return true;
  }

  #take({ kind, sequence, row }: SnapshotRecord): void {
    if (kind === 'project') this.#projects.set(row.project_id, { row, sequence });
    else if (kind === 'account') this.#accounts.set(row.account_id, { row, sequence });
    else if (kind === 'told') this.#told.set(row.id, sequence);
    else if (kind === 'synced') this.#syncedMs = row.atMs;
  }
}
