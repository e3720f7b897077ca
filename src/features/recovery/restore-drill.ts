import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  BackupDamaged,
  checkBaseBackup,
  checkWalArchive,
  lastReplayedSegment,
  listWalSegments,
  restoreBaseBackup,
} from '#platform/base-backup.ts';
import type { Log } from '#platform/log.ts';
import { createDatabase, createPostgresPool, isPostgresUnavailable } from '#platform/postgres.ts';
import type { Database, Db } from '../database.ts';
import { checkInvariant, invariantNames } from './check-invariant.ts';
import { countEverything, type DatabaseSize } from './size-queries.ts';

export interface DrillOptions {
  binaries: string;
  backup: string;
  walArchive: string | null;
  /** Where the copy goes; removed at the end. */
  scratchParent: string | null;
  /** Whose database and user are looked for in the copy. */
  databaseUrl: string;
  log: Log;
  nowMs(): number;
  onStep(step: DrillStep): void;
}

export interface DrillStep {
  name: string;
  isFine: boolean;
  detail: string;
  seconds: number;
}

export interface DrillResult {
  isRestorable: boolean;
  size: DatabaseSize | null;
  restoreSeconds: number;
  /** Of the newest transaction that came back; what was done later would be lost. */
  newestCommit: Date | null;
  lossSeconds: number | null;
}

/** Statements read whole tables. */
const timeouts = { connectMs: 3_000, statementMs: 3_600_000, lockMs: 4_000 };
const openSecondsMax = 12 * 3_600;
const socketPort = 5432;

/** A backup is one when it has been restored: checks its files, starts a server on a copy, replays the archive and looks whether everything holds. */
export async function restoreDrill(options: DrillOptions): Promise<DrillResult> {
  const { binaries, backup, walArchive } = options;
  const result: DrillResult = {
    isRestorable: true,
    size: null,
    restoreSeconds: 0,
    newestCommit: null,
    lossSeconds: null,
  };
  const step = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    const startMs = performance.now();
    const took = () => (performance.now() - startMs) / 1_000;
    try {
      const detail = await work();
      options.onStep({ name, isFine: true, detail, seconds: took() });
      return true;
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      options.onStep({ name, isFine: false, detail: error.message, seconds: took() });
      result.isRestorable = false;
      return false;
    }
  };

  const isWhole = await step('files', async () => {
    checkBaseBackup(binaries, backup);
    return 'every file is what the manifest says';
  });
  if (walArchive !== null) await step('archive', () => checkArchive(walArchive));
  if (!isWhole) return result;

  const scratch = await mkdtemp(join(options.scratchParent ?? tmpdir(), 'waypost-restore-'));
  let server: { stop(mode: 'immediate'): void } | null = null;
  let db: Db | null = null;
  try {
    const restoreStartMs = performance.now();
    const isOpen = await step('restore', async () => {
      server = await restoreBaseBackup(binaries, backup, scratch, socketPort, walArchive);
      db = await openCopy(options, scratch);
      result.restoreSeconds = (performance.now() - restoreStartMs) / 1_000;
      if (walArchive !== null) await checkReplay(walArchive, scratch);
      result.newestCommit = await findNewestCommit(db);
      result.lossSeconds =
        result.newestCommit === null ? null : (options.nowMs() - result.newestCommit.getTime()) / 1_000;
      result.size = await countEverything(db);
      const { codes, scans, projects, accounts } = result.size;
      return `${codes} codes, ${scans} scans, ${projects} projects, ${accounts} accounts`;
    });
    if (isOpen && db !== null)
      for (const name of invariantNames) await step(name, () => judge(db as Db, name));
    return result;
  } finally {
    await (db as Db | null)?.destroy();
    (server as { stop(mode: 'immediate'): void } | null)?.stop('immediate');
    await rm(scratch, { recursive: true, force: true });
  }
}

async function checkArchive(folder: string): Promise<string> {
  const { segments, unchecked, damaged } = await checkWalArchive(folder);
  if (damaged.length > 0) throw new BackupDamaged(`${damaged.join(', ')}: not what was archived`);
  const rest = unchecked === 0 ? '' : `, ${unchecked} of them without a checksum beside it`;
  return `${segments} segments${rest}`;
}

/** A replay that meets a hole or a damaged record ends there, without a word. */
async function checkReplay(walArchive: string, scratch: string): Promise<void> {
  const newest = (await listWalSegments(walArchive)).at(-1) ?? null;
  const reached = await lastReplayedSegment(scratch);
  if (newest !== null && reached !== null && reached.slice(8) < newest.slice(8))
    throw new BackupDamaged(`the replay ended in ${reached}, but the archive goes on until ${newest}`);
}

async function openCopy({ databaseUrl, log }: DrillOptions, folder: string): Promise<Db> {
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username || 'postgres');
  const local = `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(name)}?host=${encodeURIComponent(folder)}&port=${socketPort}`;
  const pool = createPostgresPool({
    url: local,
    poolMax: 1,
    timeouts,
    applicationName: 'waypost-restore',
    log,
  });
  const db = createDatabase<Database>(pool);
  const endMs = performance.now() + openSecondsMax * 1_000;
  for (;;) {
    try {
      await sql`select 1`.execute(db);
      return db;
    } catch (error) {
      if (performance.now() < endMs && isPostgresUnavailable(error)) {
        await sleep(200);
        continue;
      }
      await db.destroy();
      throw new BackupDamaged(`the server on the copy does not open: ${(error as Error).message}`);
    }
  }
}

async function findNewestCommit(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`.execute(db);
  return rows[0]?.at ?? null;
}

async function judge(db: Db, name: string): Promise<string> {
  const { broken, examples } = await checkInvariant(db, name);
  if (broken === 0) return 'holds';
  throw new BackupDamaged(`${broken} times not, such as ${examples.join(', ')}`);
}
