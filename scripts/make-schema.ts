// Writes schema.sql and the types of its tables (src/features/database-tables.ts) from migrations/: npm run schema
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { formatSchema } from './schema/format-schema.ts';
import { formatTables } from './schema/format-tables.ts';
import { readColumns } from './schema/read-columns.ts';

const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const folder = new URL('..', import.meta.url).pathname;

export const schemaFile = `${folder}schema.sql`;
export const tablesFile = `${folder}src/features/database-tables.ts`;

/** Tables with a partition per day. */
const byDay = ['scan_batches', 'scan_numbers', 'scan_places', 'events', 'webhook_deliveries', 'scan_groups'];

/** Both files, from a temporary database with all migrations. */
export async function makeSchema(): Promise<{ schema: string; tables: string }> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `waypost_schema_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    await applyMigrations(url.href, await readMigrations(`${folder}migrations`), () => {});
    const flags = ['--schema-only', '--no-owner', '--no-privileges', '--schema=public'];
    const days = byDay.map((table) => `--exclude-table=${table}_2*`);
    const dump = execFileSync('pg_dump', [...flags, ...days, url.href], {
      encoding: 'utf8',
    });
    return { schema: formatSchema(dump), tables: formatTables(await readColumns(url.href)) };
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

if (import.meta.main) {
  const { schema, tables } = await makeSchema();
  writeFileSync(schemaFile, schema);
  writeFileSync(tablesFile, tables);
  execFileSync('npx', ['biome', 'format', '--write', tablesFile], { cwd: folder, stdio: 'ignore' });
  console.log('schema.sql and src/features/database-tables.ts are written.');
}
