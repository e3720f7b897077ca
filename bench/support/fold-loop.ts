import { pino } from 'pino';
import type { Database } from '#features/database.ts';
import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { foldScans } from '#features/scan-upkeep/fold-scans.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';

/** Only folds, like a worker. Prints a line once it runs. */
const log = pino({ level: 'silent' });
const url = process.env['DATABASE_URL'] ?? '';
const pool = createPostgresPool({ url, poolMax: 2, applicationName: 'waypost-worker', log });
const db = createDatabase<Database>(pool);
process.stdout.write('folding\n');
const urls = (process.env['LEDGER_DATABASE_URLS'] ?? '').split(' ').filter((own) => own !== '');
const ledgers = new LedgerDatabases(urls, { poolMax: 2, applicationName: 'waypost-worker', log });
for (;;) await foldScans(db, ledgers, log, new AbortController().signal);
