import { mkdir, rename } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { DatabaseContact } from '../database-contact.ts';
import { takeLock } from '../journal-lock.ts';
import type { TargetRow } from '../scan-target-queries.ts';
import { listChangedTargets, listSamples, listSnapshotPage } from './snapshot-queries.ts';
import { type SnapshotRecord, splitRow } from './snapshot-record.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import type { TargetSnapshot } from './target-snapshot.ts';

interface KeeperOptions {
  pool: pg.Pool;
  snapshot: TargetSnapshot;
  contact: DatabaseContact;
  clock: Clock;
  log: Log;
  bytesMax: number;
}

const tickMs = 500;
const syncMs = 5_000;
const pageRows = 250;
/** Rests twice as long as a page took, so that scans have priority. */
const restFactor = 2;
/** Upper limit, in case a page took long because of other work: ten million codes are 40,000 pages. */
const restMsMax = 25;
/** The minimum time between rewrites, however often notifications are lost. */
const fillMs = 30_000;
/** A file that has grown by this factor is rewritten. */
const growthMax = 1.25;
const growthBytesMin = 64 * 2 ** 20;
const changesMax = 500;
const unscannedShare = 0.25;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const subjects = { code: 'code', project: 'project', account: 'account' } as const;
type Subject = keyof typeof subjects;

/**
 * Keeps the snapshot current. Only the process of the machine that holds its lock does this. It writes the whole snapshot when
 * notifications may have been lost. After that, it marks each announced change at once and reads it again within a second.
 */
export class SnapshotKeeper {
  readonly #options: KeeperOptions;
  readonly #changed: Record<Subject, Set<string>> = {
    code: new Set(),
    project: new Set(),
    account: new Set(),
  };
  readonly #versions = new Map<string, number>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #lock: Server | null = null;
  /** The snapshot, and during a rewrite also its successor. */
  #writers: SnapshotWriter[] = [];
  #sequence = 0;
  #isGap = true;
  #isListening = false;
  #filledMs = -Infinity;
  #filledBytes = 0;
  #syncedMs = -Infinity;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    for (const writer of this.#writers) await writer.close();
    this.#lock?.close();
  }

  /** `code:`, `project:` or `account:` and a UUID. */
  onNotification(payload: string): void {
    if (this.#lock === null) return;
    const [subject = '', id = ''] = payload.split(':');
    if (!(subject in subjects)) return;
    this.#changed[subject as Subject].add(id);
    const told: SnapshotRecord = { kind: 'told', sequence: ++this.#sequence, row: { id } };
    for (const writer of this.#writers) writer.append([told]).catch((error: unknown) => this.#note(error));
  }

  /** Notifications may have been missed. */
  onGap(isListening: boolean): void {
    this.#isGap = true;
    this.#isListening = isListening;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#tick().catch((error: unknown) => this.#note(error));
      await sleep(tickMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #tick(): Promise<void> {
    const { contact, clock } = this.#options;
    if (this.#lock === null && !(await this.#takeOver())) return;
    if (!contact.isUp || !this.#isListening) return;
    const nowMs = clock.monotonicMs();
    const hasGrown = (this.#writers[0]?.bytes ?? 0) > Math.max(growthBytesMin, this.#filledBytes * growthMax);
    if (this.#isGap || hasGrown) {
      if (nowMs - this.#filledMs >= fillMs) await this.#fill();
      return;
    }
    const [writer] = this.#writers;
    if (writer === undefined) return this.onGap(this.#isListening);
    await this.#readChanges(writer);
    if (!this.#isGap && nowMs - this.#syncedMs >= syncMs) await this.#sync(writer);
  }

  async #takeOver(): Promise<boolean> {
    const { snapshot } = this.#options;
    await mkdir(dirname(snapshot.path), { recursive: true });
    const lock = await takeLock(snapshot.path.replace(/snapshot$/, 'lock'));
    if (lock === null) return false;
    try {
      await snapshot.refresh(true);
      this.#sequence = snapshot.lastSequence;
      if (snapshot.validBytes > 0)
        this.#writers = [await SnapshotWriter.open(snapshot.path, snapshot.validBytes)];
    } catch (error) {
      lock.close();
      throw error;
    }
    this.#isGap = true;
    this.#lock = lock;
    return true;
  }

  /** Writes a new snapshot next to the current one, which stays in use until the new one is complete. */
  async #fill(): Promise<void> {
    const { snapshot, log, clock } = this.#options;
    const startedMs = clock.monotonicMs();
    this.#filledMs = startedMs;
    const path = `${snapshot.path}.new`;
    const next = await SnapshotWriter.open(path, 0);
    const [previous] = this.#writers;
    this.#writers = previous === undefined ? [next] : [previous, next];
    this.#isGap = false;
    this.#versions.clear();
    for (const changes of Object.values(this.#changed)) changes.clear();
    try {
      const codes = await this.#copyCodes(next);
      await this.#readChanges(next);
      // Notifications were lost meanwhile, so the result may be incomplete.
      if (this.#isGap || this.#stopping.signal.aborted) throw new Error('the snapshot was not finished');
      await this.#sync(next);
      await next.sync();
      await rename(path, snapshot.path);
      this.#writers = [next];
      await previous?.close();
      this.#filledBytes = next.bytes;
      const seconds = (clock.monotonicMs() - startedMs) / 1_000;
      log.info({ codes, bytes: next.bytes, seconds }, 'the snapshot of targets was written');
    } catch (error) {
      this.#isGap = true;
      this.#writers = previous === undefined ? [] : [previous];
      await next.close();
      throw error;
    }
  }

  /** Codes that were never scanned come first, in a part of the space: a code that is scanned meanwhile appears again among the others. */
  async #copyCodes(next: SnapshotWriter): Promise<number> {
    const { pool, clock, bytesMax } = this.#options;
    const { signal } = this.#stopping;
    let codes = 0;
    for (const isScanned of [false, true]) {
      const bytes = isScanned ? bytesMax : bytesMax * unscannedShare;
      for (let beforeId = lastId; next.bytes < bytes && !signal.aborted; ) {
        const startedMs = clock.monotonicMs();
        const sequence = ++this.#sequence;
        const rows = await listSnapshotPage(pool, { beforeId, isScanned, limit: pageRows });
        await next.append(this.#records(rows, sequence));
        codes += rows.length;
        beforeId = rows.at(-1)?.qr_id ?? '';
        if (rows.length < pageRows) break;
        const restMs = Math.min(restMsMax, restFactor * (clock.monotonicMs() - startedMs));
        await sleep(restMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
    return codes;
  }

  /** Reads announced changes again. */
  async #readChanges(writer: SnapshotWriter): Promise<void> {
    const { pool } = this.#options;
    for (const subject of ['code', 'project', 'account'] as const) {
      const changes = this.#changed[subject];
      while (changes.size > 0) {
        const ids = [...changes].slice(0, changesMax);
        for (const id of ids) changes.delete(id);
        const sequence = ++this.#sequence;
        try {
          const rows = await (subject === 'code'
            ? listChangedTargets(pool, ids)
            : listSamples(pool, `${subject}_id`, ids));
          await writer.append(this.#records(rows, sequence, subject));
        } catch (error) {
          for (const id of ids) changes.add(id);
          throw error;
        }
      }
    }
  }

  /** Projects and accounts, once per version. */
  #records(rows: TargetRow[], sequence: number, subject: Subject = 'code'): SnapshotRecord[] {
    return rows.flatMap((row) => {
      const { code, project, account } = splitRow(row);
      const records: SnapshotRecord[] = [];
      if (this.#isNew(project.project_id, project.project_version, subject === 'project'))
        records.push({ kind: 'project', sequence, row: project });
      if (this.#isNew(account.account_id, account.account_version, subject === 'account'))
        records.push({ kind: 'account', sequence, row: account });
      if (subject === 'code') records.push({ kind: 'code', sequence, row: code });
      return records;
    });
  }

  #isNew(id: string, version: number, isTold: boolean): boolean {
    if (!isTold && this.#versions.get(id) === version) return false;
    this.#versions.set(id, version);
    return true;
  }

  async #sync(writer: SnapshotWriter): Promise<void> {
    const { clock } = this.#options;
    this.#syncedMs = clock.monotonicMs();
    const sequence = ++this.#sequence;
    await writer.append([{ kind: 'synced', sequence, row: { atMs: clock.nowMs() } }]);
  }

  #note(error: unknown): void {
    this.#options.log.warn({ err: error }, 'the snapshot of targets could not be kept up to date yet');
  }
}
