import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { Log } from '#platform/log.ts';
import { frameRecord, type JournalRecord, replayFile } from './journal-file.ts';
import { takeLock } from './journal-lock.ts';

const fileName = /^scan-[0-9a-f]{12}\.journal$/;

/**
 * An append-only file of this process. A scan is answered only after its record is on disk. The process that holds the lock owns the file;
 * the lock of a dead process is free at once.
 */
export class ScanJournal {
  readonly #folder: string;
  readonly #bytesMax: number;
  readonly #log: Log;
  #path = '';
  #lock: Server | null = null;
  #file: FileHandle | null = null;
  #bytes = 0;
  #waiting: { record: JournalRecord; resolve: (isKept: boolean) => void }[] = [];
  #isWriting = false;
  #problem: string | null = null;
  #isFull = false;

  constructor(folder: string, bytesMax: number, log: Log) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
    this.#log = log;
  }

  /** Bytes that are not counted yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Why no scan can be stored now, or null. */
  get problem(): string | null {
    return this.#isFull ? 'the journal is full' : this.#problem;
  }

  /** Creates the file if there is none. */
  async open(): Promise<void> {
    if (this.#file !== null) return;
    try {
      await mkdir(this.#folder, { recursive: true });
      this.#path = join(this.#folder, `scan-${randomBytes(6).toString('hex')}.journal`);
      this.#lock?.close();
      this.#lock = await takeLock(lockOf(this.#path));
      if (this.#lock === null) throw new Error(`${this.#path} is locked`);
      this.#file = await open(this.#path, 'ax+');
      this.#bytes = 0;
      await this.#file.datasync();
      await syncFolder(this.#folder);
      this.#problem = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns whether the record is on disk. */
  append(record: JournalRecord): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push({ record, resolve });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** All waiting records become the next write; one write is in flight. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const content = Buffer.concat(batch.map(({ record }) => frameRecord(record)));
      const isKept = await this.#append(content);
      for (const { resolve } of batch) resolve(isKept);
    }
    this.#isWriting = false;
  }

  async #append(content: Buffer): Promise<boolean> {
    this.#isFull = this.#bytes + content.length > this.#bytesMax;
    if (this.#file === null || this.#isFull) return false;
    const before = this.#bytes;
    try {
      await this.#file.appendFile(content);
      await this.#file.datasync();
      // Somebody removed the file, so nobody would ever find its records.
      if ((await this.#file.stat()).nlink === 0) throw new Error(`${this.#path} is gone`);
      this.#bytes += content.length;
      this.#problem = null;
      return true;
    } catch (error) {
      this.#fail(error);
      // Half a record would hide the records after it.
      await truncate(this.#path, before).catch(async (reason: unknown) => {
        this.#fail(reason);
        await this.#leave();
      });
      return false;
    }
  }

  #fail(error: unknown): void {
    if (this.#problem === null)
      this.#log.error({ err: error, folder: this.#folder }, "the scan journal can't be written");
    this.#problem = `the journal can't be written: ${error instanceof Error ? error.message : String(error)}`;
  }

  /** Releases an unusable file; the process that adopts it finds its records. */
  async #leave(): Promise<void> {
    await this.#file?.close().catch(() => {});
    this.#file = null;
    this.#lock?.close();
    this.#lock = null;
  }

  /** Counts the scans in the file of this process, then empties it. */
  async replay(count: (records: JournalRecord[]) => Promise<void>): Promise<void> {
    if (this.#file === null || this.#bytes === 0) return;
    const counted = this.#bytes;
    const isWhole = await replayFile(this.#path, count, this.#log);
    // New records are replayed again together with the others; a batch counts only once.
    if (this.#bytes !== counted || this.#isWriting) return;
    this.#isWriting = true;
    try {
      if (isWhole) {
        await this.#file.truncate(0);
        this.#bytes = 0;
        await this.#file.datasync();
      } else {
        await this.#leave();
        await keepDamaged(this.#path, this.#log);
        await this.open();
      }
      this.#isFull = false;
    } finally {
      this.#isWriting = false;
      if (this.#waiting.length > 0) void this.#write();
    }
  }

  /** Counts and removes the files of dead processes. A file that can't be counted doesn't block the others. */
  async adoptOrphans(count: (records: JournalRecord[]) => Promise<void>): Promise<void> {
    let problem: unknown = null;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      if (!fileName.test(name) || path === this.#path) continue;
      await this.#adopt(path, count).catch((error: unknown) => {
        problem = error;
      });
    }
    if (problem !== null) throw problem;
  }

  async #adopt(path: string, count: (records: JournalRecord[]) => Promise<void>): Promise<void> {
    const lock = await takeLock(lockOf(path));
    if (lock === null) return;
    try {
      if (!existsSync(path)) return;
      if (await replayFile(path, count, this.#log)) await rm(path, { force: true });
      else await keepDamaged(path, this.#log);
      this.#log.info({ path }, 'the journal of a process that ended was counted');
    } finally {
      lock.close();
    }
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => {});
    if (this.#bytes === 0 && this.#file !== null) await rm(this.#path, { force: true });
    this.#file = null;
    this.#lock?.close();
  }
}

function lockOf(path: string): string {
  return path.replace(/journal$/, 'lock');
}

/** Kept for inspection. */
async function keepDamaged(path: string, log: Log): Promise<void> {
  log.error(
    { path: `${path}.damaged` },
    'a journal is damaged in the middle; earlier scans were counted, and the file is kept',
  );
  await rename(path, `${path}.damaged`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
