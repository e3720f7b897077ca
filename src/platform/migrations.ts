import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { applyMigration, type Migration } from './apply-migration.ts';
import { openPostgresClient } from './open-postgres-client.ts';

export interface MigrationStatus {
  applied: number[];
  pending: Migration[];
}

const lockKey = 7_291_104_338;
const turnPauseMs = 250;
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Numbered, forward-only SQL files. A gap or an unexpected file is an error. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(fileName.exec(name)?.[1]);
      if (version !== index + 1) {
        throw new Error(
          `${join(folder, name)}: migrations are named 0001-what-it-does.sql and numbered without gaps`,
        );
      }
      const sql = await readFile(join(folder, name), 'utf8');
      return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Applies the missing migrations, one at a time. Only one process does so at once. */
export async function applyMigrations(
  url: string,
  migrations: Migration[],
  progress: (line: string) => void,
): Promise<number> {
  const client = await openPostgresClient(url, { application_name: 'waypost-migrate' });
  try {
    await takeTurn(client, progress);
    await client.query(
      `create table if not exists schema_migrations (
         version integer primary key,
         name text not null,
         checksum text not null,
         applied_at timestamptz(3) not null default now()
       )`,
    );
    const { pending } = compareMigrations(migrations, await listApplied(client));
    for (const [index, migration] of pending.entries()) {
      const startedMs = performance.now();
      await applyMigration(client, migration, progress);
      const tookMs = Math.round(performance.now() - startedMs);
      progress(`[${index + 1}/${pending.length}] ${migration.name} (${tookMs} ms)`);
    }
    return pending.length;
  } finally {
    await client.end();
  }
}

/** Polls instead of waiting in PostgreSQL: a waiting statement would block the concurrent index of the other process. */
async function takeTurn(client: pg.Client, progress: (line: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]?.taken === true) return;
    if (attempt === 0) progress('Another process is migrating this database; waiting for it.');
    await sleep(turnPauseMs);
  }
}

/** What a database has and lacks; also used by processes that only check it. */
export async function readMigrationStatus(
  db: { query: pg.Pool['query'] },
  migrations: Migration[],
): Promise<MigrationStatus> {
  const exists = await db.query(`select to_regclass('schema_migrations') is not null as found`);
  const applied = exists.rows[0]?.found ? await listApplied(db) : [];
  return compareMigrations(migrations, applied);
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

async function listApplied(db: { query: pg.Pool['query'] }): Promise<Applied[]> {
  const result = await db.query('select version, name, checksum from schema_migrations order by version');
  return result.rows;
}

/** A database may be ahead of this code (the next release migrated it), but never different. */
function compareMigrations(migrations: Migration[], applied: Applied[]): MigrationStatus {
  for (const row of applied) {
    const known = migrations.find(({ version }) => version === row.version);
    if (known && known.checksum !== row.checksum) {
      throw new Error(
        `${known.name} was changed after it had been applied. Restore it and add a new migration`,
      );
    }
  }
  const versions = applied.map(({ version }) => version);
  return { applied: versions, pending: migrations.filter(({ version }) => !versions.includes(version)) };
}
