import { sql } from 'kysely';
import { firstId } from '#core/first-id.ts';
import { countedSql, type LedgerBatch } from '#core/ledger-record.ts';
import type { Db, Tx } from '../database.ts';

/** False: a scan of the day is not rolled up. */
export async function detachDay(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ is_detached: boolean }>`
    select detach_scan_batches(${day}::date) as is_detached`.execute(tx);
  return rows[0]?.is_detached ?? false;
}

/** Days that a killed worker has detached and not archived. */
export async function listDetachedDays(ledger: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(to_date(right(relname::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day from pg_class
    where relkind = 'r' and relname ~ '^archiving_[0-9]{8}$' and relnamespace = 'public'::regnamespace`.execute(
    ledger,
  );
  return rows.map(({ day }) => day);
}

export interface DetachedBatch extends LedgerBatch {
  batch_id: string;
}

export async function listDetached(
  ledger: Db,
  day: string,
  afterId: string,
  limit: number,
): Promise<DetachedBatch[]> {
  const { rows } = await sql<DetachedBatch>`
    select * from read_detached_batches(${day}::date, ${afterId}::uuid, ${limit}::int)`.execute(ledger);
  return rows;
}

/** The scans of the day with a record, counted by the database, some batches at a time. */
export async function countDetached(ledger: Db, day: string): Promise<number> {
  let scans = 0;
  for (let afterId: string | null = firstId; afterId !== null; ) {
    const { rows }: { rows: { scans: number; last_id: string | null }[] } = await sql<{
      scans: number;
      last_id: string | null;
    }>`
      with page as materialized (select * from read_detached_batches(${day}::date, ${afterId}::uuid, ${countedAtOnce}::int))
      select (select batch_id from page order by batch_id desc limit 1) as last_id, (
        select count(*)::int from page cross join lateral json_array_elements(page.events) as event
        where (event ->> 1)::int <= ${sql.raw(countedSql('page.grants[(event ->> 0)::int]'))}) as scans`.execute(
      ledger,
    );
    scans += rows[0]?.scans ?? 0;
    afterId = rows[0]?.last_id ?? null;
  }
  return scans;
}

const countedAtOnce = 1_000;

export async function dropDetached(ledger: Db, day: string): Promise<void> {
  await sql`select drop_detached_batches(${day}::date)`.execute(ledger);
}

/** If archiving was switched off in the middle of a day. Its retention is over. */
export async function dropDetachedDays(ledger: Db): Promise<void> {
  for (const day of await listDetachedDays(ledger)) await dropDetached(ledger, day);
}

export async function dropNumbers(tx: Tx, day: string): Promise<void> {
  await sql`select drop_scan_numbers(${day}::date)`.execute(tx);
}

export interface CodeOwner {
  qr_id: string;
  account_id: string;
  project_id: string;
}

export async function listOwners(db: Db, qrIds: string[]): Promise<Map<string, CodeOwner>> {
  const { rows } = await sql<CodeOwner>`
    select qr_id, account_id, project_id from qr_codes where qr_id = any(${qrIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.qr_id, row]));
}

interface ArchiveFile {
  file: string;
  accountId: string;
  day: string;
  serverId: string | null;
  scans: number;
}

/** Before its file is written. False: the account was erased. */
export async function insertArchive(
  db: Db,
  { file, accountId, day, serverId, scans }: ArchiveFile,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into scan_archives (file, account_id, day, server_id, scans)
    select ${file}, account_id, ${day}::date, ${serverId}::uuid, ${scans}::bigint from accounts
    where account_id = ${accountId} and erased_at is null`.execute(db);
  return numAffectedRows === 1n;
}

export async function hasArchive(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql`select from scan_archives where file = ${file}`.execute(db);
  return rows.length > 0;
}

/** Files of a day that a killed worker has left. */
export async function listUnfinished(db: Db, day: string, serverId: string | null): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from scan_archives
    where day = ${day}::date and server_id is not distinct from ${serverId}::uuid and finished_at is null`.execute(
    db,
  );
  return rows.map(({ file }) => file);
}

/** Removes the file of an unfinished run. Its row is locked meanwhile, so that the run can't finish with it. */
export async function removeUnfinished(db: Db, file: string, remove: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from scan_archives where file = ${file} and finished_at is null for update`.execute(tx);
    if (rows.length === 0) return;
    await remove();
    await sql`delete from scan_archives where file = ${file}`.execute(tx);
  });
}

/** The same also if the row is gone already. */
export async function removeUnlessFinished(db: Db, file: string, remove: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_finished: boolean }>`
      select finished_at is not null as is_finished from scan_archives where file = ${file} for update`.execute(
      tx,
    );
    if (rows[0]?.is_finished) return;
    await remove();
    await sql`delete from scan_archives where file = ${file}`.execute(tx);
  });
}

export interface ArchiveRun {
  day: string;
  serverId: string | null;
  tableId: string;
  /** Part of the names of its files. */
  run: string;
}

/**
 * Makes the files of a run those of the day, if all of them are still there and no other run was faster.
 * @returns whether it did.
 */
export async function finishRun(db: Db, run: ArchiveRun, scans: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('finish archive'))`.execute(tx);
    if (await isFinished(tx, run)) return false;
    const { rows } = await sql<{ scans: number }>`
      with finished as (
        update scan_archives set finished_at = now() where day = ${run.day}::date and file like ${`%/${run.run}-%`} returning scans)
      select coalesce(sum(scans), 0)::float8 as scans from finished`.execute(tx);
    if (rows[0]?.scans !== scans)
      throw new Error(`files of the archive of ${run.day} are missing; the ledger is kept`);
    return true;
  });
}

/** Identifies the detached table of a day, so that it is archived once; null if there is none. */
export async function findDetachedId(ledger: Db, day: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select oid::text as id from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname = 'archiving_' || to_char(${day}::date, 'YYYYMMDD')`.execute(ledger);
  return rows[0]?.id ?? null;
}

/** How many scans of this table are archived. */
export async function sumTable(db: Db, { day, serverId, tableId }: Omit<ArchiveRun, 'run'>): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select coalesce(sum(scans), 0)::float8 as scans from scan_archives
    where day = ${day}::date and server_id is not distinct from ${serverId}::uuid and file like ${`%/t${tableId}-%`}
      and finished_at is not null`.execute(db);
  return rows[0]?.scans ?? 0;
}

/** Whether this table was archived and only not dropped yet. */
export async function isFinished(
  db: Db,
  { day, serverId, tableId }: Omit<ArchiveRun, 'run'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from scan_archives where day = ${day}::date and server_id is not distinct from ${serverId}::uuid
      and finished_at is not null and file like ${`%/t${tableId}-%`} limit 1`.execute(db);
  return rows.length > 0;
}

export async function listArchivesOf(db: Db, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from scan_archives where account_id = ${accountId} limit ${limit}`.execute(db);
  return rows.map(({ file }) => file);
}

export async function deleteArchive(db: Db, file: string): Promise<void> {
  await sql`delete from scan_archives where file = ${file}`.execute(db);
}
