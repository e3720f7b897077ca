import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { applyMigrations, readMigrationStatus, readMigrations } from '#platform/migrations.ts';
import { createEmptyDatabase, type TestDatabase } from './support/test-database.ts';

let database: TestDatabase;
let folder: string;

before(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync('/tmp/waypost-migrations-');
});
after(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, sql: string) => writeFileSync(`${folder}/${name}`, sql);
const apply = async () => applyMigrations(database.url, await readMigrations(folder), () => {});

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a migration that fails leaves nothing behind and names itself', async () => {
  write('0001-first.sql', 'create table first (id int)');
  write('0002-second.sql', 'create table second (id int); select 1 / 0;');
  await assert.rejects(apply(), /0002-second\.sql failed and was rolled back/);
  assert.deepEqual(
    await query(`select to_regclass('first') is null as f, to_regclass('second') is null as s`),
    [{ f: false, s: true }],
  );
  write('0002-second.sql', 'create table second (id int)');
  assert.equal(await apply(), 1);
});

test('a migration that was changed after it had been applied is refused', async () => {
  write('0001-first.sql', 'create table first (id bigint)');
  await assert.rejects(apply(), /0001-first\.sql was changed after it had been applied/);
  write('0001-first.sql', 'create table first (id int)');
  assert.equal(await apply(), 0);
});

test('code of the release before runs on a newer schema', async () => {
  write('0003-third.sql', 'create table third (id int)');
  assert.equal(await apply(), 1);
  rmSync(`${folder}/0003-third.sql`);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const status = await readMigrationStatus(client, await readMigrations(folder));
  await client.end();
  assert.deepEqual(status.pending, []);
});

test('a gap in the numbers or a stray file is a mistake', async () => {
  write('0004-fourth.sql', 'select 1');
  await assert.rejects(readMigrations(folder), /numbered without gaps/);
  rmSync(`${folder}/0004-fourth.sql`);
  write('notes.txt', '');
  await assert.rejects(readMigrations(folder), /numbered without gaps/);
});
