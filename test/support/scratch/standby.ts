import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries, LocalPostgres } from '#platform/local-postgres.ts';
import { freePort } from './free-port.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';

export interface Standby extends ScratchPostgres {
  /** Promotes it to a primary on the next timeline. */
  promote(): void;
}

/** A server that follows another one and can be promoted. */
export async function createStandby(primary: ScratchPostgres): Promise<Standby> {
  const binaries = findPostgresBinaries(process.env['PATH'] ?? '') ?? '';
  const folder = mkdtempSync('/var/tmp/waypost-standby-');
  execFileSync('chown', ['postgres', folder]);
  const asServer = (program: string, args: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(binaries, program), ...args], {
      stdio: 'pipe',
      cwd: '/',
    });
  asServer('pg_basebackup', [
    '-d',
    `${primary.server.url}/postgres`,
    '-D',
    folder,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ]);
  execFileSync('chmod', ['700', folder]);
  const server = new LocalPostgres(binaries, folder, await freePort());
  server.start();
  return {
    server,
    folder,
    promote: () => asServer('pg_ctl', ['-D', folder, '-w', 'promote']),
    remove: () => {
      try {
        server.stop('immediate');
      } catch {
        // Already stopped by the test.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
