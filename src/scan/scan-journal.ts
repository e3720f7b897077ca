import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Log } from '#platform/log.ts';

/** Scans that were answered while PostgreSQL was away, under the id of their batch. */
export interface JournalRecord {
  batch_id: string;
  recorded_on: string;
  qr_ids: string[];
  scans: number[];
  events: unknown[];
}

/** A record: its length, the CRC-32 of its text, the text. */
const headerBytes = 8;
const recordBytesMax = 16 * 1024 * 1024;
/** Every record's text begins so. */
const recordStart = '{"batch_id":"';
const fileName = /^scan-[0-9a-f]{12}\.journal$/;

/**
 * An append-only file of this process alone. A record is answered for only after it is on the disk. Whoever holds the
 * lock owns the file; the lock of a process that died is free at once.
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

  /** Bytes that wait to be counted. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Why nothing can be kept now, or null. */
  get problem(): string | null {
    return this.#isFull ? 'the journal is full' : this.#problem;
  }

  /** Begins a file, unless there is one. */
  async open(): Promise<void> {
    if (this.#file !== null) return;
    try {
      await mkdir(this.#folder, { recursive: true });
      this.#path = join(this.#folder, `scan-${randomBytes(6).toString('hex')}.journal`);
      this.#lock?.close();
      this.#lock = await takeLock(this.#path);
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

  /** @returns whether the record is on the disk. */
  append(record: JournalRecord): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push({ record, resolve });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** All that wait become the next write; one is in flight. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const content = Buffer.concat(batch.map(({ record }) => frame(record)));
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
      // Somebody removed the file: nobody would ever find what is in it.
      if ((await this.#file.stat()).nlink === 0) throw new Error(`${this.#path} is gone`);
      this.#bytes += content.length;
      this.#problem = null;
      return true;
    } catch (error) {
      this.#fail(error);
      // Half a record would hide what comes after it.
      await truncate(this.#path, before).catch(async (reason: unknown) => {
        this.#fail(reason);
        await this.#leave();
      });
      return false;
    }
  }

  #fail(error: unknown): void {
    if (this.#problem === null)
      this.#log.error({ err: error, folder: this.#folder }, 'the scan journal can not be written');
    this.#problem = `the journal can not be written: ${error instanceof Error ? error.message : String(error)}`;
  }

  /** Lets go of a file that can't be used; what is in it is found by whoever adopts it. */
  async #leave(): Promise<void> {
    await this.#file?.close().catch(() => {});
    this.#file = null;
    this.#lock?.close();
    this.#lock = null;
  }

  /** Counts what this process has kept, then empties the file. */
  async replay(count: (records: JournalRecord[]) => Promise<void>): Promise<void> {
    if (this.#file === null || this.#bytes === 0) return;
    const counted = this.#bytes;
    const isWhole = await replayFile(this.#path, count, this.#log);
    // What came meanwhile is replayed again with the rest: a batch counts once.
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

  /** Counts and removes the files of processes that have died. One that can't be counted doesn't keep the others. */
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
    const lock = await takeLock(path);
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

function frame(record: JournalRecord): Buffer {
  const text = Buffer.from(JSON.stringify(record));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(text.length, 0);
  header.writeUInt32BE(crc32(text), 4);
  return Buffer.concat([header, text]);
}

/** What one statement counts. */
const replayRecordsMax = 200;
const replayScansMax = 2_000;

/**
 * Reads records in order. One that is torn ends the file: it was never answered for. What lies behind a torn record is
 * never guessed at.
 * @returns false if there was more than a torn tail: somebody should look.
 */
async function replayFile(
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
        await count(records);
        [records, scans] = [[], 0];
      }
    }
    if (records.length > 0) await count(records);
    const left = content.length - at;
    if (left === 0) return true;
    log.warn({ path, bytes: left }, 'the journal ends in a record that was never finished; it is cut off');
    return isTornTail(content, at);
  } finally {
    await file.close();
  }
}

/** A write that was cut off is the last one. If a whole record follows, something else has happened. */
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

/** For somebody to look at. */
async function keepDamaged(path: string, log: Log): Promise<void> {
  log.error(
    { path: `${path}.damaged` },
    'a journal is damaged in its middle; what came before was counted, the file is kept',
  );
  await rename(path, `${path}.damaged`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/**
 * A lock that the kernel frees when its holder dies: a socket that somebody listens on. It works among the processes of
 * one machine, which is why a journal's folder belongs to one.
 */
async function takeLock(path: string): Promise<Server | null> {
  const address = path.replace(/journal$/, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    const server = createServer().unref();
    const isTaken = await new Promise<boolean>((resolve, reject) => {
      server.once('listening', () => resolve(false));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
      );
      server.listen(address);
    });
    if (!isTaken) return server;
    if (await isAnswered(address)) return null;
    await rm(address, { force: true });
  }
  return null;
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Anything else than "nobody is there" leaves the owner in doubt, and the file alone.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}
