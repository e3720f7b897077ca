import { sql } from 'kysely';
import { BackupDamaged, checkBaseBackup } from '#platform/base-backup.ts';
import { RestoredServer } from '#platform/restored-server.ts';
import { checkWalArchive } from '#platform/wal-archive.ts';
import type { Db } from '../database.ts';
import { findProblem, invariantNames } from './find-problem.ts';
import { type BackupSource, checkReplay, openBackup } from './open-backup.ts';
import { countEverything, type DatabaseSize } from './size-queries.ts';

export interface DrillOptions extends BackupSource {
  binaries: string;
  /** The folder of the copy; removed at the end. */
  scratchParent: string | null;
  nowMs(): number;
  onStep(step: DrillStep): void;
  /** Call it if the process ends in the middle. */
  onCleanUp(cleanUp: () => void): void;
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
  /** Time of the newest transaction that came back; later ones would be lost. */
  newestCommit: Date | null;
  lossSeconds: number | null;
}

/** A backup is only good if it was restored: checks its files, starts a server on a copy, replays the archive and checks the invariants. */
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
    return 'every file matches the manifest';
  });
  if (walArchive !== null) await step('archive', () => checkArchive(walArchive));
  if (!isWhole) return result;

  // Before there is anything to clean up, because a signal may arrive at any moment.
  let created: RestoredServer | null = null;
  options.onCleanUp(() => created?.remove());
  const server = RestoredServer.create(binaries, options.scratchParent);
  created = server;
  let db: Db | null = null;
  try {
    const startMs = performance.now();
    const isOpen = await step('restore', async () => {
      db = await openBackup(server, options);
      result.restoreSeconds = (performance.now() - startMs) / 1_000;
      if (walArchive !== null) await checkReplay(walArchive, server);
      result.newestCommit = await findNewestCommit(db);
      result.lossSeconds =
        result.newestCommit === null ? null : (options.nowMs() - result.newestCommit.getTime()) / 1_000;
      result.size = await countEverything(db);
      const { codes, scans, projects, accounts } = result.size;
      return `${codes} codes, ${scans} scans, ${projects} projects, ${accounts} accounts`;
    });
    if (isOpen) for (const name of invariantNames) await step(name, () => judge(db as unknown as Db, name));
    return result;
  } finally {
    await (db as Db | null)?.destroy();
    server.remove();
  }
}

async function checkArchive(folder: string): Promise<string> {
  const { segments, unchecked, damaged } = await checkWalArchive(folder);
  if (damaged.length > 0)
    throw new BackupDamaged(`${damaged.join(', ')}: missing, or different from what was archived`);
  const rest = unchecked === 0 ? '' : `, ${unchecked} of them not checked, because they have no checksum`;
  return `${segments} segments${rest}`;
}

async function findNewestCommit(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`.execute(db);
  return rows[0]?.at ?? null;
}

async function judge(db: Db, name: string): Promise<string> {
  const problem = await findProblem(db, name);
  if (problem === null) return 'holds';
  throw new BackupDamaged(problem);
}
