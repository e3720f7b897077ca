import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupDamaged } from './base-backup.ts';
import { LocalPostgres } from './local-postgres.ts';

const logLinesMax = 6;
/** It contacts nothing (no archive, no replication), doesn't vacuum, and need not survive a crash. */
const settings = `hot_standby = off
max_logical_replication_workers = 0
autovacuum = off
fsync = off
min_wal_size = '2GB'
max_wal_size = '4GB'
max_locks_per_transaction = 1024
`;
const port = 5432;

/** A separate server on a copy of a backup, which listens only on a socket in its own folder. It never changes the backup. */
export class RestoredServer {
  readonly dataFolder: string;
  /** Short, because the path of a socket is limited. */
  readonly socketFolder: string;
  readonly #server: LocalPostgres;

  private constructor(dataFolder: string, socketFolder: string, binaries: string) {
    this.dataFolder = dataFolder;
    this.socketFolder = socketFolder;
    this.#server = new LocalPostgres(binaries, dataFolder, port, socketFolder);
  }

  /** Empty folders for it; the caller removes them. */
  static create(binaries: string, parent: string | null): RestoredServer {
    const dataFolder = mkdtempSync(join(parent ?? tmpdir(), 'waypost-restore-'));
    return new RestoredServer(dataFolder, mkdtempSync('/tmp/waypost-'), binaries);
  }

  /** @param walArchive an absolute path; without it, only the log of the backup itself is used. */
  async copy(backup: string, walArchive: string | null): Promise<void> {
    if (readdirSync(join(backup, 'pg_tblspc')).length > 0)
      throw new BackupDamaged(
        "the backup has tablespaces outside its folder, which this command can't restore. Restore it yourself, then run: waypost backup check",
      );
    // Links are followed: a server on a link would change the backup itself.
    await cp(backup, this.dataFolder, { recursive: true, dereference: true, mode: 2 });
    rmSync(join(this.dataFolder, 'standby.signal'), { force: true });
    const fetch = walArchive === null ? 'false' : `cp "${walArchive}/%f" "%p"`;
    const files = {
      'pg_hba.conf': 'local all all trust\n',
      'pg_ident.conf': '',
      'postgresql.auto.conf': '',
      // The original settings may name files that don't exist here.
      'postgresql.conf': `${settings}restore_command = '${fetch.replaceAll("'", "''")}'\n`,
      'recovery.signal': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.dataFolder, name), text);
    execFileSync('chmod', ['-R', 'u+rwX,go-rwx', this.dataFolder, this.socketFolder]);
    if (process.getuid?.() === 0)
      execFileSync('chown', ['-R', 'postgres', this.dataFolder, this.socketFolder]);
  }

  canRead(path: string): boolean {
    return this.#server.canRead(path);
  }

  /** Starts the replay; the server opens when it has finished. */
  start(secondsMax: number): void {
    try {
      this.#server.start(["-c listen_addresses=''"], secondsMax);
    } catch {
      throw new BackupDamaged(`the server on the copy does not start: ${this.logTail()}`);
    }
  }

  get isAlive(): boolean {
    try {
      const [pid = ''] = readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }

  logTail(): string {
    try {
      const lines = readFileSync(join(this.dataFolder, 'server.log'), 'utf8').trim().split('\n');
      return lines.slice(-logLinesMax).join(' | ');
    } catch {
      return 'it left no log';
    }
  }

  url(user: string, database: string): string {
    const [name, folder] = [encodeURIComponent(database), encodeURIComponent(this.socketFolder)];
    return `postgres://${encodeURIComponent(user)}@/${name}?host=${folder}&port=${port}`;
  }

  /** In any state. */
  remove(): void {
    try {
      if (this.isAlive) this.#server.stop('immediate');
    } catch {
      // It ended by itself.
    }
    // Tried again: a file may just be on its way into the copy.
    for (const folder of [this.dataFolder, this.socketFolder])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
