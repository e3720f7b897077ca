import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const outputBytesMax = 1024 * 1024;

/** What was kept is not what was saved, or not all of it. */
export class BackupDamaged extends Error {}

/** Everything of the server, with a manifest of SHA-256 sums; `folder` must be new. */
export function takeBaseBackup(
  binaries: string,
  url: string,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  // Not among the arguments, which everybody on the machine can read.
  const server = new URL(url);
  const password = decodeURIComponent(server.password);
  server.password = '';
  const wanted = [
    '-d',
    server.href,
    '-D',
    folder,
    '-X',
    'stream',
    '-c',
    'fast',
    '--manifest-checksums=SHA256',
  ];
  const isWatched = process.stderr.isTTY;
  try {
    execFileSync(
      join(binaries, 'pg_basebackup'),
      [...wanted, '--no-password', ...(isWatched ? ['--progress'] : [])],
      {
        stdio: ['ignore', 'ignore', isWatched ? 'inherit' : 'pipe'],
        maxBuffer: outputBytesMax,
        env: { ...environment, ...(password !== '' && { PGPASSWORD: password }) },
      },
    );
  } catch (error) {
    throw new Error(`The backup could not be taken: ${firstLine(error)}`);
  }
}

/** Which major version of PostgreSQL it is of. */
export function backupVersion(folder: string): string {
  if (!existsSync(join(folder, 'backup_manifest')) || !existsSync(join(folder, 'PG_VERSION')))
    throw new BackupDamaged(`${folder} is no base backup, or not a whole one: it has no backup_manifest.`);
  return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
}

/** Every file against the manifest, and the log that belongs to it. Throws what PostgreSQL says about the first that differs. */
export function checkBaseBackup(binaries: string, folder: string): void {
  try {
    execFileSync(join(binaries, 'pg_verifybackup'), ['--exit-on-error', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: outputBytesMax,
    });
  } catch (error) {
    throw new BackupDamaged(firstLine(error));
  }
}

/** What a program said, and not what it was called with. */
function firstLine(error: unknown): string {
  const { stderr, code } = error as { stderr?: Buffer; code?: string };
  return (
    stderr?.toString().trim().split('\n')[0] || `a program of PostgreSQL failed (${code ?? 'see above'})`
  );
}
