import { sql } from 'kysely';
import type { ExportKind, ImageFormat, TableFormat } from '#core/export-input.ts';
import type { PageCursor } from '#core/page-token.ts';
import { belowCursor } from '../below-cursor.ts';
import type { Db, Tx } from '../database.ts';
import { exportJobKey } from './add-export-job.ts';

export interface ExportRow {
  export_id: string;
  account_id: string;
  kind: ExportKind;
  format: TableFormat | ImageFormat;
  project_id: string | null;
  qr_id: string | null;
  range_start: Date | null;
  range_end: Date | null;
  status: 'queued' | 'running' | 'done' | 'failed';
  attempt: number;
  progress: number;
  rows: number;
  bytes: number;
  error: string | null;
  file: string | null;
  available_from: Date | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date;
}

const columns =
  sql.raw(`export_id, account_id, kind, format, project_id, qr_id, range_start, range_end, status, attempt, progress, rows, bytes,
  error, file, available_from, created_at, finished_at, expires_at`);

export interface NewExportRow
  extends Pick<
    ExportRow,
    | 'export_id'
    | 'account_id'
    | 'kind'
    | 'format'
    | 'project_id'
    | 'qr_id'
    | 'range_start'
    | 'range_end'
    | 'available_from'
  > {
  qr_ids: string[] | null;
}

/** So that concurrent requests and workers count each other. */
async function lockExports(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exports of ' || ${accountId}, 0))`.execute(tx);
}

/** While nobody else counts them. */
export async function countUnfinished(tx: Tx, accountId: string): Promise<number> {
  await lockExports(tx, accountId);
  const { rows } = await sql<{ unfinished: number }>`
    select count(*)::int as unfinished from exports
    where account_id = ${accountId} and status in ('queued', 'running')`.execute(tx);
  return rows[0]?.unfinished ?? 0;
}

export async function insertExport(tx: Tx, row: NewExportRow): Promise<ExportRow> {
  await tx.insertInto('exports').values(row).execute();
  const inserted = await findExport(tx, row.account_id, row.export_id);
  if (inserted === undefined) throw new Error('the new export is missing');
  return inserted;
}

export async function findExport(
  db: Db,
  accountId: string,
  exportId: string,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports where account_id = ${accountId} and export_id = ${exportId}`.execute(db);
  return rows[0];
}

/** Newest first, of these kinds. @param projectIds null: also those that name no project. */
export async function listExports(
  db: Db,
  accountId: string,
  { kinds, projectIds }: { kinds: ExportKind[]; projectIds: string[] | null },
  after: PageCursor | null,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports
    where account_id = ${accountId} and kind = any(${kinds}) and (${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[]))
      and ${belowCursor(after, 'export_id')}
    order by created_at desc, export_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function deleteExport(db: Db, exportId: string): Promise<void> {
  await sql`delete from exports where export_id = ${exportId}`.execute(db);
}

/** Whether all codes that an export names belong to these projects; null: any. */
export async function hasOnlyCodesOf(
  db: Db,
  exportId: string,
  projectIds: string[] | null,
): Promise<boolean> {
  const { rows } = await sql<{ has_others: boolean }>`
    select exists (select from exports join qr_codes on qr_codes.qr_id = any(exports.qr_ids)
      where export_id = ${exportId} and qr_codes.project_id <> all(${projectIds}::uuid[])) as has_others`.execute(
    db,
  );
  return rows[0]?.has_others === false;
}

export interface ExportJob extends ExportRow {
  qr_ids: string[] | null;
}

/**
 * Begins an export, or again after a worker died with it.
 * @returns null if it was cancelled or is over; `busy` if others of the account run.
 */
export async function claimExport(
  db: Db,
  exportId: string,
  runningMax: number,
): Promise<ExportJob | 'busy' | null> {
  return db.transaction().execute(async (tx) => {
    const { rows: found } = await sql<{ account_id: string }>`
      select account_id from exports where export_id = ${exportId} and status in ('queued', 'running')`.execute(
      tx,
    );
    const accountId = found[0]?.account_id;
    if (accountId === undefined) return null;
    await lockExports(tx, accountId);
    const { rows } = await sql<ExportJob>`
      update exports set status = 'running', attempt = attempt + 1, progress = 0, rows = 0, bytes = 0
      where export_id = ${exportId} and status in ('queued', 'running') and (
        select count(*) from exports other
        where other.account_id = ${accountId} and other.status = 'running' and other.export_id <> ${exportId}) < ${runningMax}
      returning ${columns}, qr_ids`.execute(tx);
    return rows[0] ?? 'busy';
  });
}

/** False: it was cancelled, or another worker has begun it again. */
export async function updateProgress(
  db: Db,
  { export_id: exportId, attempt }: ExportJob,
  { progress, rows, bytes }: { progress: number; rows: number; bytes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set progress = ${progress}, rows = ${rows}, bytes = ${bytes}
    where export_id = ${exportId} and attempt = ${attempt} and status = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

export async function updateDone(
  db: Db,
  { export_id: exportId, attempt }: ExportJob,
  result: { file: string; rows: number; bytes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set status = 'done', progress = 1, rows = ${result.rows}, bytes = ${result.bytes}, file = ${result.file}, finished_at = now()
    where export_id = ${exportId} and attempt = ${attempt} and status = 'running'`.execute(db);
  return numAffectedRows === 1n;
}

export async function updateFailed(
  db: Db,
  { export_id: exportId, attempt }: ExportJob,
  error: string,
): Promise<void> {
  await sql`update exports set status = 'failed', error = ${error}, finished_at = now()
    where export_id = ${exportId} and attempt = ${attempt} and status = 'running'`.execute(db);
}

/** Expired exports whose file still exists. */
export async function listExpired(db: Db, limit: number): Promise<{ export_id: string; file: string }[]> {
  const { rows } = await sql<{ export_id: string; file: string }>`
    select export_id, file from exports where expires_at <= now() and file is not null limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function updateFileRemoved(db: Db, exportId: string): Promise<void> {
  await sql`update exports set file = null where export_id = ${exportId}`.execute(db);
}

/** Forgets exports a month after they expired. */
export async function deleteOldExports(db: Db): Promise<void> {
  await sql`delete from exports where expires_at < now() - interval '30 days' and file is null`.execute(db);
}

export async function listExportsToErase(db: Db, accountId: string): Promise<ExportRow[]> {
  const { rows } =
    await sql<ExportRow>`select ${columns} from exports where account_id = ${accountId}`.execute(db);
  return rows;
}

export async function findExportFile(db: Db, exportId: string): Promise<string | null> {
  const { rows } = await sql<{ file: string | null }>`
    select file from exports where export_id = ${exportId}`.execute(db);
  return rows[0]?.file ?? null;
}

/** Unfinished exports without a job: a worker died in the last try of it. */
export async function listAbandoned(db: Db): Promise<string[]> {
  const { rows } = await sql<{ export_id: string }>`
    select export_id from exports where status in ('queued', 'running') and not exists (
      select from graphile_worker.jobs where key = ${exportJobKey('')} || exports.export_id
        and (attempts < max_attempts or locked_at is not null))`.execute(db);
  return rows.map(({ export_id }) => export_id);
}
