import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries, LocalPostgres } from '#platform/local-postgres.ts';
import { freePort } from './free-port.ts';

export interface ScratchPostgres {
  server: LocalPostgres;
  /** Where its data lie. */
  folder: string;
  remove(): void;
}

/** A PostgreSQL cluster of the test's own, to be stopped and broken. */
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
        // Stopped by the test already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
