import { pino } from 'pino';
import type { Database, Db } from '#features/database.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';

/** For statements that read millions of events and may take long. */
export function openPatientDatabase(url: string): Db {
  const timeouts = { connectMs: 3_000, statementMs: 1_800_000, lockMs: 4_000 };
  const log = pino({ level: 'silent' });
  return createDatabase<Database>(
    createPostgresPool({ url, poolMax: 1, timeouts, applicationName: 'by-hand', log }),
  );
}
