import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { judgeMigration } from './judge-migration.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from './support/scratch/test-database.ts';

/** Earlier migrations were released before this rule. */
const firstJudged = 20;
const rowCount = 3_000;
const fillSql = `
  with account as (
    insert into accounts (account_id, email, plan) values (gen_random_uuid(), 'a@example.com', 'free') returning account_id),
  project as (
    insert into projects (project_id, account_id, name, is_default, created_via)
    select gen_random_uuid(), account_id, 'Default', true, 'api' from account returning project_id, account_id),
  codes as (
    insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug)
    select gen_random_uuid(), account_id, project_id, 'x', 'url', 'https://example.com/',
      'qr-' || translate(substr(md5(n::text), 1, 12), 'ilou', 'wxyz')
    from project, generate_series(1, ${rowCount}) n returning qr_id)
  insert into scan_state (qr_id, status) select qr_id, 'active' from codes`;

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(fillSql);
});
after(async () => {
  await client.end();
  await database.drop();
});

describe('a migration that would block requests for the time of a table scan is found', () => {
  const found: Record<string, [string, RegExp]> = {
    'an index': ['create index on qr_codes (label)', /^qr_codes is read.* ShareLock$/],
    'a unique constraint': ['alter table qr_codes add unique (qr_id, label)', /^qr_codes is read/],
    'a column whose value differs per row': [
      'alter table scan_state add column n float default random()',
      /^scan_state is read/,
    ],
    'another type': ['alter table qr_codes alter column render_error type varchar(100)', /^qr_codes is read/],
    'a check of every row': [`alter table qr_codes add check (label <> 'y')`, /^qr_codes is read/],
    'a required column': [
      'alter table qr_codes alter column redirect_url set not null, add column c int not null default random()::int',
      /^qr_codes is read/,
    ],
    'a foreign key': [
      'alter table scan_state add column p uuid references projects (project_id), add foreign key (qr_id) references qr_codes (qr_id)',
      /^scan_state is read/m,
    ],
    'a lock and a search': [`lock qr_codes; select from qr_codes where label = 'y'`, /^qr_codes is read/],
    'a change of every row': [`update qr_codes set label = 'y'`, /^3000 rows of qr_codes are changed/],
    'one of several statements': [
      'create table fresh (id int); create index on scan_state (status)',
      /^scan_state/,
    ],
    'one outside a transaction': [
      '-- outside a transaction\ncreate index on scan_state (status);\n',
      /^scan_state/,
    ],
  };
  for (const [name, [statement, expected]] of Object.entries(found))
    test(name, async () => assert.match((await judgeMigration(client, statement)).join('\n'), expected));
});

describe('a migration that locks only for a moment passes', () => {
  const fine = {
    'a new table with indexes and keys':
      'create table fresh (id uuid primary key references qr_codes (qr_id), n int); create index on fresh (n)',
    'a column': 'alter table qr_codes add column n int',
    'a column with a fixed value': 'alter table qr_codes add column n int not null default 0',
    'a rule for new rows': `alter table qr_codes add constraint c check (label <> 'y') not valid`,
    'an index beside requests':
      '-- outside a transaction\ncreate index concurrently if not exists i on qr_codes (label);\n',
    'a few rows': `update qr_codes set label = 'y' where qr_id in (select qr_id from qr_codes limit 10)`,
  };
  for (const [name, statement] of Object.entries(fine))
    test(name, async () => assert.deepEqual(await judgeMigration(client, statement), []));
});

test(`every migration since ${firstJudged} passes`, async (t) => {
  const database = await createEmptyDatabase();
  t.after(() => database.drop());
  const migrations = await readMigrations(new URL('../migrations', import.meta.url).pathname);
  await applyMigrations(database.url, migrations.slice(0, firstJudged - 1), () => {});
  const own = new pg.Client({ connectionString: database.url });
  await own.connect();
  await own.query(fillSql);
  for (const migration of migrations.slice(firstJudged - 1)) {
    assert.deepEqual(await judgeMigration(own, migration.sql), [], migration.name);
    await applyMigrations(database.url, migrations.slice(0, migration.version), () => {});
  }
  await own.end();
});
