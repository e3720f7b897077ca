import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const outputBytesMax = 1024 * 1024;

/** The backup differs from what was saved, or is incomplete. */
export class BackupDamaged extends Error {}

/** Copies the whole server, with a manifest of SHA-256 sums; `folder` must be new. */
export function takeBaseBackup(
  binaries: string,
  url: string,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  // Not as an argument, because everybody on the machine can read those.
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

/** Its major version of PostgreSQL. */
export function backupVersion(folder: string): string {
  if (!existsSync(join(folder, 'backup_manifest')) || !existsSync(join(folder, 'PG_VERSION')))
    throw new BackupDamaged(`${folder} is not a complete base backup: it has no backup_manifest.`);
  return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
}

/** Compares every file and the log with the manifest. Throws PostgreSQL's message about the first difference. */
export function checkBaseBackup(binaries: string, folder: string): void {
  checkManifest(join(folder, 'backup_manifest'));
  try {
    execFileSync(join(binaries, 'pg_verifybackup'), ['--exit-on-error', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: outputBytesMax,
    });
  } catch (error) {
    throw new BackupDamaged(firstLine(error));
  }
}

/** Its last line is the SHA-256 sum of the lines before. PostgreSQL checks it too, but doesn't always say which file is damaged. */
function checkManifest(path: string): void {
  const manifest = readFileSync(path);
  const lastLine = manifest.lastIndexOf('\n', -2) + 1;
  const sum = createHash('sha256').update(manifest.subarray(0, lastLine)).digest('hex');
  if (manifest.toString('utf8', lastLine) !== `"Manifest-Checksum": "${sum}"}\n`)
    throw new BackupDamaged(`${path} is damaged: its checksum is wrong.`);
}

/** The output of a program, without its arguments. */
function firstLine(error: unknown): string {
  const { stderr, code } = error as { stderr?: Buffer; code?: string };
  return (
    stderr?.toString().trim().split('\n')[0] || `a program of PostgreSQL failed (${code ?? 'see above'})`
  );
}
