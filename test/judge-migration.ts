import type pg from 'pg';
import { runsOutside, splitStatements } from '#platform/apply-migration.ts';

/** Locks that block requests. */
const blockingModes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
/** Larger changes are made in batches by a job, because a transaction holds its locks until its end. */
const changedRowsMax = 1_000;

/**
 * Runs a migration's statements in a transaction that is rolled back (in one transaction each, if it runs outside of one), on a database with rows, and lists the tables that it would lock for
 * longer than a moment. The time under lock grows with the table if the table is read, rewritten or indexed meanwhile.
 */
export async function judgeMigration(client: pg.Client, sql: string): Promise<string[]> {
  const isOutside = runsOutside({ sql });
  const statements = isOutside ? splitStatements({ name: 'migration', sql }) : [sql];
  const problems: string[] = [];
  for (const statement of statements) {
    if (/^\s*(create|drop)( unique)? index concurrently/i.test(statement)) continue;
    // Statements outside a transaction may need the ones before, and can be repeated.
    problems.push(...(await judgeTransaction(client, statement, isOutside ? 'commit' : 'rollback')));
  }
  return problems;
}

async function judgeTransaction(
  client: pg.Client,
  sql: string,
  end: 'commit' | 'rollback',
): Promise<string[]> {
  await client.query('begin');
  try {
    const before = new Map((await readTables(client)).map((table) => [table.name, table]));
    await client.query(sql);
    return (await readTables(client)).flatMap(({ name, mode, reads, changes }) => {
      const known = before.get(name);
      if (known === undefined) return [];
      const changed = changes - known.changes;
      return [
        ...(mode !== null && reads > known.reads
          ? [`${name} is read, rewritten or indexed under ${mode}`]
          : []),
        ...(changed > changedRowsMax ? [`${changed} rows of ${name} are changed in one transaction`] : []),
      ];
    });
  } finally {
    await client.query(end);
  }
}

interface Table {
  name: string;
  /** One of our locks that blocks requests, or null. */
  mode: string | null;
  /** Since a moment before the transaction: only differences matter. */
  reads: number;
  changes: number;
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, lock.mode, (seq_scan + coalesce(idx_scan, 0))::int as reads, (n_tup_upd + n_tup_del)::int as changes
     from pg_stat_xact_user_tables
     left join lateral (
       select mode from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and relation = relid and mode = any($1) limit 1) lock on true
     where schemaname = 'public'`,
    [blockingModes],
  );
  return rows;
}
