import { pino } from 'pino';
import type { Database } from '#features/database.ts';
import { foldScans } from '#features/scan-upkeep/fold-scans.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';

/** Folds as a worker does, and does nothing else. Prints a line once it runs. */
const log = pino({ level: 'silent' });
const url = process.env['DATABASE_URL'] ?? '';
const pool = createPostgresPool({ url, poolMax: 2, applicationName: 'waypost-worker', log });
const db = createDatabase<Database>(pool);
process.stdout.write('folding\n');
for (;;) await foldScans(db, log, new AbortController().signal);
