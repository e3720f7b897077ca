import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries, LocalPostgres } from '#platform/local-postgres.ts';
import { freePort } from './free-port.ts';

export interface ScratchPostgres {
  server: LocalPostgres;
  /** Its data folder. */
  folder: string;
  remove(): void;
}

/** A scratch PostgreSQL cluster, to be stopped and broken. */
export async function createScratchPostgres(
  settings: string[] = [],
  parent = '/var/tmp',
): Promise<ScratchPostgres> {
  const binaries = findPostgresBinaries(process.env['PATH'] ?? '');
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(parent, 'waypost-scratch-'));
  const server = new LocalPostgres(binaries, folder, await freePort());
  server.initialise();
  server.start(settings);
  return {
    server,
    folder,
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
