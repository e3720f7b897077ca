import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalPostgres } from './local-postgres.ts';

const walSegment = /^[0-9A-F]{24}$/;
const historyFile = /^[0-9A-F]{8}\.history$/;
const outputBytesMax = 1024 * 1024;
const recoverySecondsMax = 12 * 3_600;

export interface WalFinding {
  segments: number;
  /** Those that no checksum lies beside. */
  unchecked: number;
  damaged: string[];
}

export class BackupDamaged extends Error {}

/** Everything of the server, with a manifest of SHA-256 sums; `folder` must be new. */
export function takeBaseBackup(binaries: string, url: string, folder: string): void {
  const wanted = ['-d', url, '-D', folder, '-X', 'stream', '-c', 'fast', '--manifest-checksums=SHA256'];
  execFileSync(
    join(binaries, 'pg_basebackup'),
    [...wanted, ...(process.stderr.isTTY ? ['--progress'] : [])],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Every file against the manifest, and the log that belongs to it. Throws what PostgreSQL says about the first that differs. */
export function checkBaseBackup(binaries: string, folder: string): void {
  if (!existsSync(join(folder, 'backup_manifest')))
    throw new BackupDamaged(`${folder} has no backup_manifest; it is no base backup, or not a whole one.`);
  try {
    execFileSync(join(binaries, 'pg_verifybackup'), ['--exit-on-error', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: outputBytesMax,
    });
  } catch (error) {
    throw new BackupDamaged(firstLine(error));
  }
}

export async function listWalSegments(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => walSegment.test(name)).sort();
}

/** Each archived segment against the `.sha256` beside it. */
export async function checkWalArchive(folder: string): Promise<WalFinding> {
  const names = await listWalSegments(folder);
  const finding: WalFinding = { segments: names.length, unchecked: 0, damaged: [] };
  for (const name of names) {
    const wanted = await readFile(join(folder, `${name}.sha256`), 'utf8').catch(() => null);
    if (wanted === null) finding.unchecked += 1;
    else if (wanted.trim().split(/\s/)[0] !== (await sha256Of(join(folder, name))))
      finding.damaged.push(name);
  }
  return finding;
}

/**
 * A server of its own on a copy of the backup, which replays what the archive has and then opens. It listens on a socket in its folder
 * alone, with settings of ours: those of the original may name files that are not here.
 */
export async function restoreBaseBackup(
  binaries: string,
  backup: string,
  scratch: string,
  port: number,
  walArchive: string | null,
): Promise<LocalPostgres> {
  await cp(backup, scratch, { recursive: true, mode: 2 });
  await rm(join(scratch, 'standby.signal'), { force: true });
  await writeFile(join(scratch, 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(join(scratch, 'pg_ident.conf'), '');
  await writeFile(join(scratch, 'postgresql.auto.conf'), '');
  await writeFile(
    join(scratch, 'postgresql.conf'),
    `hot_standby = off\nmax_wal_size = '4GB'\nfsync = off\nmax_locks_per_transaction = 1024\n`,
  );
  await writeFile(join(scratch, 'recovery.signal'), '');
  // Without an archive of ours there is only what the backup brought along.
  const fetch = walArchive === null ? 'false' : `cp "${walArchive}/%f" "%p"`;
  await appendFile(join(scratch, 'postgresql.conf'), `restore_command = '${fetch}'\n`);
  execFileSync('chmod', ['-R', 'u+rwX,go-rwx', scratch]);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', scratch]);
  const server = new LocalPostgres(binaries, scratch, port);
  server.start(["-c listen_addresses=''"], recoverySecondsMax);
  return server;
}

/** Where the replay of a restored server ended, as the name of a segment: the newest history says it. */
export async function lastReplayedSegment(scratch: string): Promise<string | null> {
  const newest = (await readdir(join(scratch, 'pg_wal')))
    .filter((name) => historyFile.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  const last = (await readFile(join(scratch, 'pg_wal', newest), 'utf8')).trim().split('\n').at(-1) ?? '';
  const [timeline, place] = last.split('\t');
  const [high, low] = (place ?? '').split('/').map((part) => Number.parseInt(part, 16));
  if (high === undefined || low === undefined) return null;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  // The end of one segment is the beginning of the next, where nothing has been read yet.
  const at = (BigInt(high) << 32n) + BigInt(low) - 1n;
  return hex(Number(timeline)) + hex(Number(at >> 32n)) + hex(Number((at & 0xffffffffn) >> 24n));
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message: string };
  return stderr?.toString().trim().split('\n')[0] || message;
}
