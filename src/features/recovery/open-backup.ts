import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '#core/errors.ts';
import { BackupDamaged } from '#platform/base-backup.ts';
import { parseDatabaseUrl } from '#platform/database-url.ts';
import type { Log } from '#platform/log.ts';
import {
  createDatabase,
  createPostgresPool,
  isPostgresUnavailable,
  sqlState,
  wholeTableTimeouts,
} from '#platform/postgres.ts';
import type { RestoredServer } from '#platform/restored-server.ts';
import { lastReplayedSegment, listWalSegments } from '#platform/wal-archive.ts';
import type { Database, Db } from '../database.ts';

export interface BackupSource {
  /** Paths are absolute, because a server works in its own folder. */
  backup: string;
  walArchive: string | null;
  /** The database and user to look for in the copy. */
  databaseUrl: string;
  log: Log;
}

const openSecondsMax = 12 * 3_600;
const pollMs = 200;

/** Copies a backup to a separate server, replays the archive, and opens the database. */
export async function openBackup(server: RestoredServer, source: BackupSource): Promise<Db> {
  const { backup, walArchive } = source;
  if (walArchive !== null) requireReadable(server, walArchive, await listWalSegments(walArchive));
  await server.copy(backup, walArchive);
  server.start(openSecondsMax);
  return connect(source, server);
}

function requireReadable(server: RestoredServer, folder: string, segments: string[]): void {
  const newest = segments.at(-1);
  if (newest === undefined)
    throw new Refusal('invalid_request', `${folder} contains no segments of the write-ahead log.`);
  if (!server.canRead(join(folder, newest)))
    throw new Refusal('invalid_request', `The user postgres, who runs the server, can't read ${folder}.`);
}

/** Whether the replay reached the end of the archive. */
export async function checkReplay(walArchive: string, server: RestoredServer): Promise<void> {
  const newest = (await listWalSegments(walArchive)).at(-1);
  if (newest === undefined) return;
  const reached = await lastReplayedSegment(server.dataFolder, join(walArchive, newest));
  if (reached !== null && reached.slice(8) < newest.slice(8))
    throw new BackupDamaged(`the replay ended in ${reached}, but the archive continues until ${newest}`);
}

/** The address of the same database and user on the copy. */
export function copyUrl(server: RestoredServer, databaseUrl: string): string {
  const given = new URL(parseDatabaseUrl(databaseUrl)?.urls[0] ?? databaseUrl);
  const name = decodeURIComponent(given.pathname.slice(1));
  return server.url(decodeURIComponent(given.username || 'postgres'), name);
}

async function connect({ databaseUrl, log }: BackupSource, server: RestoredServer): Promise<Db> {
  const url = copyUrl(server, databaseUrl);
  const pool = createPostgresPool({
    url,
    poolMax: 1,
    timeouts: wholeTableTimeouts,
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
      if (performance.now() < endMs && isStillStarting(error) && server.isAlive) {
        await sleep(pollMs);
        continue;
      }
      await db.destroy();
      // No such database or user: a problem of the request, not of the backup.
      if (['3D000', '28000'].includes(sqlState(error) ?? ''))
        throw new Refusal(
          'invalid_request',
          `${(error as Error).message}: DATABASE_URL must name the database in the backup.`,
        );
      throw new BackupDamaged(`the server on the copy accepts no connections: ${server.logTail()}`);
    }
  }
}

/** Not reachable yet, or starting up. A missing database will still be missing in a minute. */
function isStillStarting(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isPostgresUnavailable(error) : state === '57P03';
}
