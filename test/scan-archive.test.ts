import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { eraseAccounts } from '#features/account-data/erase-accounts.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import type { Db } from '#features/database.ts';
import type { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { archiveOldDays } from '#features/scan-archive/archive-old-days.ts';
import { FolderFileStore } from '#platform/folder-file-store.ts';
import { batchValues, ledgerBatches } from './support/data/ledger-writer.ts';
import { queryDuckDb } from './support/data/read-parquet.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';
import { createEmptyDatabase, type TestDatabase } from './support/scratch/test-database.ts';
import { addLedgerServers } from './support/scratch/test-ledger.ts';

const days = 3;
const retentionDays = 30;
const dayMs = 86_400_000;
const dayBefore = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

let folder: string;
let store: FolderFileStore;
let api: TestApi;
let ledgerDatabase: TestDatabase;
let ledgers: LedgerDatabases;
let accounts: TestAccount[];
let codesOf: Map<string, string[]>;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-archive-');
  store = new FolderFileStore(folder);
  ledgerDatabase = await createEmptyDatabase();
  api = await startTestApi({ environment: { LEDGER_DATABASE_URLS: ledgerDatabase.url } });
  ledgers = await addLedgerServers(api.db, [ledgerDatabase.url]);
  accounts = [
    await api.createAccount({ plan: 'enterprise' }),
    await api.createAccount({ plan: 'enterprise' }),
  ];
  codesOf = new Map();
  for (const account of accounts) {
    const ids = [await api.createQrCode(account), await api.createQrCode(account)].map(({ qr_id }) => qr_id);
    codesOf.set(
      account.uuid,
      ids.map((id) => parseIdentifier('qrc', id) ?? ''),
    );
  }
});
after(async () => {
  await ledgers.end();
  await api.close();
  await ledgerDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

const allCodes = () => [...codesOf.values()].flat();
const files = () => `read_parquet('${folder}/private/archive/scans/*/*/*.parquet', hive_partitioning = true)`;

/** Scans of a day on one server, numbered like real ones. Returns how many have a record. */
async function writeDay(ledger: Db, ago: number, seed: number, count = 12): Promise<number> {
  const day = dayBefore(ago);
  await sql`select make_scan_partition(${day}::date)`.execute(ledger);
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const written = ledgerBatches(seed, allCodes(), { fromMs, untilMs: fromMs + dayMs - 10_000 });
  let scans = 0;
  let left = count;
  for (const batch of written) {
    if (left-- === 0) break;
    const [recordedOn, batchId, qrIds, grants, events] = batchValues(batch);
    await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
      values (${recordedOn}, ${batchId}, ${qrIds}::uuid[], ${grants}::int[], ${events}::json, true)`.execute(
      ledger,
    );
    scans += batch.events.filter(
      ([place, nth]) => nth <= Math.max(0, (batch.grants[place - 1] ?? 0) >> 1),
    ).length;
  }
  return scans;
}

const first = '00000000-0000-0000-0000-000000000000';

async function replaceReader(limit: string): Promise<void> {
  await sql
    .raw(`create or replace function read_detached_batches(day date, after_id uuid, most integer)
      returns table (batch_id uuid, qr_ids uuid[], grants integer[], events json) language plpgsql stable as $$
      begin
        return query execute format('select batch_id, qr_ids, grants, events from %I where batch_id > $1 order by batch_id limit $2',
          'archiving_' || to_char(day, 'YYYYMMDD')) using after_id, ${limit};
      end $$`)
    .execute(api.db);
}

const servers = async () => (await ledgers.list()).map(({ db }) => db);
const run = () => archiveOldDays(api.db, ledgers, store, retentionDays);

describe('archiving', () => {
  let total = 0;
  test('writes every scan of old days once, of all servers, per account and day, and then drops the days', async () => {
    const [server] = await servers();
    assert.ok(server);
    for (let ago = 40; ago < 40 + days; ago++)
      total += (await writeDay(api.db, ago, ago)) + (await writeDay(server, ago, 100 + ago));
    const young = await writeDay(api.db, 10, 7);
    const result = await run();
    assert.deepEqual(result.map(({ day }) => day).slice(-days), [42, 41, 40].map(dayBefore));
    assert.equal(
      result.reduce((sum, { scans }) => sum + scans, 0),
      total,
    );
    const rows = await queryDuckDb(
      `select account, date, count(*) as scans, count(distinct qr_id) as codes from ${files()} group by all`,
    );
    assert.equal(
      rows.reduce((sum, { scans }) => sum + Number(scans), 0),
      total,
    );
    assert.equal(rows.length, days * accounts.length);
    for (const account of accounts) {
      const [ids] = await queryDuckDb(
        `select array_agg(distinct qr_id) as ids from ${files()} where account = '${formatIdentifier('acc', account.uuid)}'`,
      );
      const known = codesOf.get(account.uuid)?.map((uuid) => formatIdentifier('qrc', uuid));
      assert.deepEqual(
        [...((ids ?? {})['ids'] as string[])].sort(),
        known?.toSorted(),
        'an account has its own codes only',
      );
    }
    for (const ledger of [api.db, server]) {
      const { rows: left } = await sql<{ batches: number; tables: number }>`
        select (select count(*)::int from scan_batches where recorded_on < now() - interval '30 days') as batches,
          (select count(*)::int from pg_class where relname like 'archiving%' and relkind = 'r') as tables`.execute(
        ledger,
      );
      assert.deepEqual(left, [{ batches: 0, tables: 0 }]);
    }
    const { rows: kept } = await sql<{
      batches: number;
    }>`select count(*)::int as batches from scan_batches`.execute(api.db);
    assert.ok(young > 0 && (kept[0]?.batches ?? 0) > 0, 'young days stay');
  });

  test('the ten questions of the guide have answers', async () => {
    const guide = readFileSync(new URL('../docs/analytics.md', import.meta.url), 'utf8');
    const questions = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query = '']) => query);
    assert.equal(questions.length, 10);
    for (const [index, query] of questions.entries()) {
      const rows = await queryDuckDb(
        query.replaceAll("'archive/scans/", `'${folder}/private/archive/scans/`),
      );
      // The third lists what is missing: these batches were never numbered.
      if (index !== 2) assert.ok(rows.length > 0, query);
    }
  });

  test('a batch that arrives late is archived too, next to the others', async () => {
    const late = await writeDay(api.db, 41, 999, 3);
    await run();
    const [row] = await queryDuckDb(`select count(*) as scans from ${files()}`);
    total += late;
    assert.equal(Number(row?.['scans']), total);
  });

  test('a day with scans that are not rolled up stays, and so do later ones', async () => {
    await writeDay(api.db, 39, 39, 2);
    total += await writeDay(api.db, 38, 38, 2);
    await sql`update scan_batches set is_rolled_up = false where recorded_on = ${dayBefore(39)}::date`.execute(
      api.db,
    );
    assert.deepEqual(await run(), []);
    const before = await queryDuckDb(`select count(*) as scans from ${files()}`);
    while ((await rollUpBatches(api.db)) > 0);
    assert.deepEqual(
      (await run()).map(({ day }) => day),
      [39, 38].map(dayBefore),
    );
    const after = await queryDuckDb(`select count(*) as scans from ${files()}`);
    assert.ok(Number(after[0]?.['scans']) > Number(before[0]?.['scans']));
    total = Number(after[0]?.['scans']);
  });

  test('a worker that dies in the middle leaves nothing double', async () => {
    const written = await writeDay(api.db, 37, 37, 20);
    let files37 = 0;
    const dying = new FolderFileStore(folder);
    const create = dying.create.bind(dying);
    dying.create = (path) => {
      if (++files37 === 2) throw new Error('killed');
      return create(path);
    };
    await assert.rejects(archiveOldDays(api.db, ledgers, dying, retentionDays), /killed/);
    assert.deepEqual(
      (await run()).map(({ scans }) => scans),
      [written],
    );
    const [row] = await queryDuckDb(`select count(*) as scans from ${files()}`);
    total += written;
    assert.equal(Number(row?.['scans']), total);
  });

  test('a day that was archived but not dropped is not archived again', async () => {
    const written = await writeDay(api.db, 34, 34, 4);
    // Something reads it for longer than we wait.
    const holder = await api.db.startTransaction().execute();
    await sql
      .raw(`lock table scan_batches_${dayBefore(34).replaceAll('-', '')} in access share mode`)
      .execute(holder);
    const undroppable = run().catch((error: unknown) => error);
    await sleep(300);
    await holder.rollback().execute();
    await undroppable;
    await run();
    const [row] = await queryDuckDb(`select count(*) as scans from ${files()}`);
    total += written;
    assert.equal(Number(row?.['scans']), total);
  });

  test('two runs at once neither lose nor double a scan', async () => {
    const written = await writeDay(api.db, 33, 33, 40);
    await Promise.allSettled([run(), run(), run()]);
    await run();
    const [row] = await queryDuckDb(`select count(*) as scans from ${files()}`);
    total += written;
    assert.equal(Number(row?.['scans']), total);
  });

  test('an archive that differs from the ledger keeps the ledger', async () => {
    const written = await writeDay(api.db, 36, 36, 5);
    // Pages of three batches, and no second one.
    await replaceReader(`case when most >= 1000 then most else 3 * (after_id = '${first}')::int end`);
    await assert.rejects(run(), /the ledger is kept/);
    await replaceReader('most');
    assert.deepEqual(
      (await run()).map(({ scans }) => scans),
      [written],
    );
    total += written;
  });

  test('scans have their numbers', async () => {
    const day = dayBefore(35);
    const name = day.replaceAll('-', '');
    await sql
      .raw(`select make_scan_partition('${day}');
      create table scan_places_${name} partition of scan_places for values from ('${day}') to ('${day}'::date + 1);
      create table scan_numbers_${name} partition of scan_numbers for values from ('${day}') to ('${day}'::date + 1)`)
      .execute(api.db);
    const [qrId] = codesOf.get(accounts[1]?.uuid ?? '') ?? [];
    const event = (nth: number) => [1, nth, Date.parse(day) + nth, 'PT', 'ios', null, null, null, 'v', null];
    await sql`
      with batch as (
        insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events, is_rolled_up)
        select ${day}::date, gen_random_uuid(), array[${qrId}::uuid], array[4], ${JSON.stringify([event(1), event(2)])}::json, true
        from generate_series(1, 3) returning *),
      listed as (select *, row_number() over () as nth from batch),
      fresh as (
        insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
        select recorded_on, recorded_on, batch_id, qr_ids, array[105], array[2], array[1] from listed where nth = 3)
      insert into scan_places (numbered_on, qr_id, first_number, last_number, recorded_on, batch_ids, scans)
      select ${day}::date, ${qrId}, 101, 104, array_agg(recorded_on), array_agg(batch_id order by nth), array[2, 2] from listed where nth < 3`.execute(
      api.db,
    );
    await run();
    const rows = await queryDuckDb(
      `select scan_number from ${files()} where date = '${day}' order by scan_number`,
    );
    assert.deepEqual(
      rows.map(({ scan_number }) => Number(scan_number)),
      [101, 102, 103, 104, 105, 106],
    );
  });

  test('an erased account has no archive', async () => {
    const [gone] = accounts;
    assert.ok(gone);
    const path = join(folder, `private/archive/scans/account=${formatIdentifier('acc', gone.uuid)}`);
    const filesOf = () =>
      existsSync(path)
        ? readdirSync(path, { recursive: true }).filter((name) => String(name).endsWith('.parquet'))
        : [];
    assert.ok(filesOf().length > 0);
    await sql`update accounts set erase_at = now() where account_id = ${gone.uuid}`.execute(api.db);
    await eraseAccounts(api.db, ledgers, store, new AbortController().signal);
    assert.deepEqual(filesOf(), []);
    const { rows } = await sql`select from scan_archives where account_id = ${gone.uuid}`.execute(api.db);
    assert.equal(rows.length, 0);
  });
});
