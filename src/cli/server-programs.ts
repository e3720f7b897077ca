import { Refusal } from '#core/errors.ts';
import { findPostgresBinaries } from '#platform/local-postgres.ts';
import type { CliContext } from './cli-context.ts';

/** The folder with the programs of the PostgreSQL server, optionally of one major version. */
export function serverPrograms(context: CliContext, version?: string): string {
  const binaries = findPostgresBinaries(context.environment['PATH'] ?? '', version);
  if (binaries === null)
    throw new Refusal(
      'service_unavailable',
      `The programs of PostgreSQL ${version ?? ''} are not on this machine. Install the server's package (postgresql${version === undefined ? '' : `-${version}`}).`,
    );
  return binaries;
}
