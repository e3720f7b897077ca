import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrateJobs } from '#platform/jobs.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';

const server = process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432';
/** Its address. */
export const testServer = new URL(server);
const migrationsFolder = new URL('../../../migrations', import.meta.url).pathname;
const templateLock = 4_410_882_013;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty, migrated database: a copy of a template, which takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(await ensureTemplate());
}

/** A database without a single table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0');
}

async function copyDatabase(source: string): Promise<TestDatabase> {
  const name = `waypost_test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name} template ${source}`));
  return {
    url: `${server}/${name}`,
    drop: async () => {
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

let template: Promise<string> | null = null;

function ensureTemplate(): Promise<string> {
  template ??= makeTemplate();
  return template;
}

/** One template per state of the migrations, created by the first test that needs it. */
async function makeTemplate(): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const digest = createHash('sha256').update(migrations.map(({ checksum }) => checksum).join());
  const name = `waypost_template_${digest.digest('hex').slice(0, 12)}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (found.rowCount === 1) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0`);
    await applyMigrations(`${server}/${name}`, migrations, () => {});
    await migrateJobs(`${server}/${name}`);
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

async function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
