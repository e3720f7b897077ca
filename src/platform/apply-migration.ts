import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout, politeLockWaitMs } from './postgres.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** PostgreSQL cancels an autovacuum when somebody has waited for `deadlock_timeout`, one second. Only a superuser may shorten that. */
const vacuumWaitMs = 1_200;
const triesBeforeVacuumWait = 10;
const pauseMsMin = 100;
const pauseMsMax = 2_000;
const patienceMs = 10 * 60_000;
const progressMs = 5_000;

/** First line of a migration whose statements run one by one, because `create index concurrently` refuses a transaction. */
const outsideMark = '-- outside a transaction\n';
const concurrentIndex = /^create (?:unique )?index concurrently if not exists (\w+)/i;

type Progress = (line: string) => void;

/** Applies one migration and records it. It lets requests pass, and retries until it gets its locks. */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<void> {
  if (runsOutside(migration)) await applyOutside(client, migration, progress);
  else await givingWay(client, migration.name, progress, (waitMs) => applyInside(client, migration, waitMs));
}

async function applyInside(client: pg.Client, migration: Migration, waitMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${waitMs}ms'`);
    await client.query(migration.sql);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (isLockTimeout(error)) throw error;
    throw new Error(`${migration.name} failed and was rolled back`, { cause: error });
  }
}

/** Every statement must be repeatable: an interrupted migration starts again with its first statement. */
async function applyOutside(client: pg.Client, migration: Migration, progress: Progress): Promise<void> {
  for (const statement of splitStatements(migration)) {
    const index = concurrentIndex.exec(statement)?.[1];
    try {
      if (index === undefined) {
        await givingWay(client, migration.name, progress, async (waitMs) => {
          await client.query(`set lock_timeout = '${waitMs}ms'`);
          await client.query(statement);
        });
      } else {
        // Building an index this way blocks nobody, however long it waits.
        await client.query('set lock_timeout = 0');
        await dropUnfinished(client, index);
        progress(`${migration.name}: building the index ${index} …`);
        await client.query(statement);
      }
    } catch (error) {
      const remedy = 'earlier statements were applied. Run waypost migrate again';
      throw new Error(`${migration.name} failed at "${statement.slice(0, 80)}"; ${remedy}`, { cause: error });
    }
  }
  await note(client, migration);
}

/** Whether its statements run one by one, each in its own transaction or in none. */
export function runsOutside({ sql }: Pick<Migration, 'sql'>): boolean {
  return sql.startsWith(outsideMark);
}

export function splitStatements({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  if (sql.includes('$$'))
    throw new Error(`${name}: a migration outside a transaction can't define functions`);
  const plain = sql.replace(/^--.*$/gm, '');
  return plain
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** An interrupted build leaves an invalid index with this name, and `if not exists` would keep it. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}

async function givingWay(
  client: pg.Client,
  name: string,
  progress: Progress,
  attempt: (waitMs: number) => Promise<unknown>,
): Promise<void> {
  const beganMs = performance.now();
  let toldMs = -Infinity;
  const vacuumGivesWay = await shortenDeadlockTimeout(client);
  for (let tries = 1, pauseMs = pauseMsMin; ; tries++, pauseMs = Math.min(pauseMs * 1.5, pauseMsMax)) {
    try {
      const isPatient =
        !vacuumGivesWay && tries % triesBeforeVacuumWait === 0 && (await isVacuumHolding(client));
      await attempt(isPatient ? vacuumWaitMs : politeLockWaitMs);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const nowMs = performance.now();
      if (nowMs - beganMs > patienceMs)
        throw new Error(`${name} got no lock in 10 minutes. ${await describeBlockers(client)}`, {
          cause: error,
        });
      if (nowMs - toldMs > progressMs) {
        toldMs = nowMs;
        progress(`${name}: waiting for a lock without blocking requests. ${await describeBlockers(client)}`);
      }
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/** So that an autovacuum is cancelled within our short wait. False: only a superuser may do that. */
async function shortenDeadlockTimeout(client: pg.Client): Promise<boolean> {
  return client.query(`set deadlock_timeout = '${politeLockWaitMs / 2}ms'`).then(
    () => true,
    () => false,
  );
}

/** Only vacuum and analyze take this lock; requests never do. */
async function isVacuumHolding(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'relation' and mode = 'ShareUpdateExclusiveLock' and granted
       and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid() limit 1`,
  );
  return rows.length > 0;
}

/** The longest transaction is nearly always the one that holds the lock. */
async function describeBlockers(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select pid, coalesce(nullif(application_name, ''), 'unnamed') as name, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'
     order by xact_start limit 1`,
  );
  const [row] = rows;
  if (row === undefined && (await isVacuumHolding(client))) return 'A vacuum is running.';
  return row === undefined ? '' : `Oldest transaction: ${row.name}, pid ${row.pid}, ${row.seconds} s.`;
}

async function note(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
}
