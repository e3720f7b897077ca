import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyMigrations, readMigrationStatus, readMigrations } from '#platform/migrations.ts';
import { createScratchPostgres, type ScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { createEmptyDatabase, type TestDatabase } from './support/scratch/test-database.ts';

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

test('a gap in the numbers or an unexpected file is an error', async () => {
  write('0004-fourth.sql', 'select 1');
  await assert.rejects(readMigrations(folder), /numbered without gaps/);
  rmSync(`${folder}/0004-fourth.sql`);
  write('notes.txt', '');
  await assert.rejects(readMigrations(folder), /numbered without gaps/);
});

test('a migration waits for its lock in short tries, lets requests pass meanwhile, and logs who holds it', async () => {
  rmSync(`${folder}/notes.txt`, { force: true });
  const own = await createEmptyDatabase();
  const holder = await connect(own.url, 'nightly report');
  await holder.query('create table busy (id int)');
  await holder.query('begin; lock busy in access share mode');
  const lines: string[] = [];
  const migration = {
    version: 1,
    name: '0001-x.sql',
    sql: 'alter table busy add column n int',
    checksum: 'x',
  };
  const applied = applyMigrations(own.url, [migration], (line) => lines.push(line));
  const reader = await connect(own.url, 'reader');
  let slowestMs = 0;
  for (const began = performance.now(); performance.now() - began < 2_500; await sleep(5)) {
    const askedMs = performance.now();
    await reader.query('select * from busy');
    slowestMs = Math.max(slowestMs, performance.now() - askedMs);
  }
  await holder.query('commit');
  assert.equal(await applied, 1);
  assert.match(lines[0] ?? '', /0001-x\.sql: waiting for a lock.*nightly report, pid \d+/);
  // With one long wait, it would take as long as the lock is held.
  assert.ok(slowestMs < 1_000, `a request waited ${slowestMs} ms`);
  await Promise.all([holder.end(), reader.end()]);
  await own.drop();
});

test('an index is built concurrently where possible, and an interrupted one is built again', async () => {
  const own = await createEmptyDatabase();
  const client = await connect(own.url, 'test');
  await client.query('create table busy (id int); insert into busy select 1 from generate_series(1, 10)');
  // A failed build leaves an invalid index behind.
  await assert.rejects(client.query('create unique index concurrently busy_id on busy (id)'));
  await client.query('update busy set id = id + floor(random() * 1000000)::int');
  const sql = `-- outside a transaction\n-- Why.\ncreate unique index concurrently if not exists busy_id on busy (id);\ncreate index concurrently if not exists busy_other on busy (id) where id > 5;\n`;
  const lines: string[] = [];
  const migration = { version: 1, name: '0001-x.sql', sql, checksum: 'x' };
  assert.equal(await applyMigrations(own.url, [migration], (line) => lines.push(line)), 1);
  const { rows } = await client.query(
    `select relname, indisvalid from pg_index join pg_class on oid = indexrelid where indrelid = 'busy'::regclass order by 1`,
  );
  assert.deepEqual(rows, [
    { relname: 'busy_id', indisvalid: true },
    { relname: 'busy_other', indisvalid: true },
  ]);
  assert.match(lines.join('\n'), /building the index busy_id/);
  await client.end();
  await own.drop();
});

test('two concurrent migrations take turns, also during a concurrent index build', async () => {
  const own = await createEmptyDatabase();
  const sql = '-- outside a transaction\ncreate index concurrently if not exists turns_id on turns (id);';
  const migrations = [
    {
      version: 1,
      name: '0001-x.sql',
      sql: 'create table turns (id int); select pg_sleep(0.5)',
      checksum: 'x',
    },
    { version: 2, name: '0002-y.sql', sql, checksum: 'y' },
  ];
  const counts = await Promise.all([1, 2, 3].map(() => applyMigrations(own.url, migrations, () => {})));
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    [0, 0, 2],
  );
  await own.drop();
});

describe('an autovacuum is cancelled for a migration', () => {
  let postgres: ScratchPostgres;
  before(async () => {
    postgres = await createScratchPostgres(['-c autovacuum_naptime=1s', '-c fsync=off']);
    const client = await connect(`${postgres.server.url}/postgres`, 'test');
    await client.query('create role owner login');
    await client.query('create database vacuumed owner owner');
    await client.end();
  });
  after(() => postgres.remove());

  for (const role of ['postgres', 'owner'])
    test(`also where the migration runs as ${role === 'owner' ? 'a role without privileges' : 'a superuser'}`, async () => {
      const url = `${postgres.server.url.replace('postgres@', `${role}@`)}/vacuumed`;
      const client = await connect(url, 'test');
      const table = `of_${role}`;
      // Slow enough to be interrupted: minutes otherwise.
      await client.query(`create table ${table} (id int, filler text)
        with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`);
      await client.query(`insert into ${table} select n, repeat('x', 500) from generate_series(1, 20000) n`);
      await client.query(`delete from ${table} where id % 2 = 0`);
      const admin = await connect(`${postgres.server.url}/vacuumed`, 'admin');
      const isVacuumed = async () =>
        (await admin.query('select from pg_stat_progress_vacuum where relid = $1::regclass', [table]))
          .rowCount === 1;
      for (let attempt = 0; attempt < 200 && !(await isVacuumed()); attempt++) await sleep(100);
      assert.ok(await isVacuumed(), 'no vacuum came');
      const began = performance.now();
      const migration = {
        version: 1,
        name: '0001-x.sql',
        sql: `alter table ${table} add column n int`,
        checksum: role,
      };
      await client.query('drop table if exists schema_migrations');
      await applyMigrations(url, [migration], () => {});
      assert.ok(performance.now() - began < 40_000, `${performance.now() - began} ms`);
      await client.query('drop table schema_migrations');
      await client.end();
      await admin.end();
    });
});

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}
