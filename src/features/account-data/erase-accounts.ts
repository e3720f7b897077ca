import { isStaticType } from '#core/qr-content/content-field.ts';
import { type FileStore, isPrivateFile } from '#platform/file-store.ts';
import type { LargeFiles } from '#platform/large-files.ts';
import type { AllFiles } from '#platform/open-file-store.ts';
import type { Db } from '../database.ts';
import { deleteExport, listExportsToErase } from '../exports/export-queries.ts';
import { filesOf } from '../exports/run-export.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listPartitionDays } from '../partition-queries.ts';
import { removeArchive } from '../scan-archive/archive-day.ts';
import { listArchivesOf } from '../scan-archive/archive-queries.ts';
import {
  claimErasures,
  deleteAccess,
  deleteAccount,
  deleteCodes,
  deleteEvents,
  deleteProjects,
  type ErasedCode,
  isFileOfOthers,
  listCodesToErase,
  updateLedgerErased,
  updateNumbersErased,
  updateOpenErased,
} from './erasure-queries.ts';

const codesAtOnce = 200;
const batchesAtOnce = 500;
const projectsAtOnce = 100;
const eventsAtOnce = 5_000;

/**
 * Erases accounts whose 30 days are over: access, ledger, files, codes, numbers, projects, the rest. Each step can be repeated, so the next run
 * finishes what a dead worker left.
 */
export async function eraseAccounts(
  db: Db,
  ledgers: LedgerDatabases,
  store: AllFiles,
  signal: AbortSignal,
): Promise<string[]> {
  const erased: string[] = [];
  const problems: unknown[] = [];
  for (const accountId of await claimErasures(db)) {
    if (signal.aborted) break;
    try {
      if (await eraseAccount(db, ledgers, store, accountId, signal)) erased.push(accountId);
    } catch (error) {
      // An account that can't be erased now must not block the others.
      problems.push(error);
    }
  }
  if (problems.length > 0)
    throw new AggregateError(problems, `${problems.length} accounts could not be erased`);
  return erased;
}

/** Returns whether everything was erased. */
async function eraseAccount(
  db: Db,
  ledgers: LedgerDatabases,
  store: AllFiles,
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  await deleteAccess(db, accountId);
  await eraseExports(db, store, accountId);
  const servers = (await ledgers.listAll()).map((server) => server.db);
  for (const ledger of [db, ...servers]) {
    let place: Awaited<ReturnType<typeof updateLedgerErased>> = null;
    do {
      if (signal.aborted) return false;
      place = await updateLedgerErased(db, ledger, accountId, place, batchesAtOnce);
    } while (place !== null);
  }
  for (;;) {
    if (signal.aborted) return false;
    const codes = await listCodesToErase(db, accountId, codesAtOnce);
    if (codes.length === 0) break;
    await removeFiles(db, store, accountId, codes);
    const qrIds = codes.map(({ qr_id }) => qr_id);
    for (const server of servers) await updateOpenErased(server, qrIds);
    await db.transaction().execute((tx) => deleteCodes(tx, qrIds));
  }
  // After the codes: nobody archives scans of them from now on.
  for (;;) {
    if (signal.aborted) return false;
    const files = await listArchivesOf(db, accountId, codesAtOnce);
    if (files.length === 0) break;
    for (const file of files) await removeArchive(db, store, file);
  }
  for (const day of await listPartitionDays(db, 'scan_numbers')) {
    let after: string | null = null;
    do {
      if (signal.aborted) return false;
      after = await updateNumbersErased(db, { day, after, limit: batchesAtOnce });
    } while (after !== null);
  }
  while ((await deleteEvents(db, accountId, eventsAtOnce)) > 0) if (signal.aborted) return false;
  while ((await deleteProjects(db, accountId, projectsAtOnce)) > 0) if (signal.aborted) return false;
  await db.transaction().execute((tx) => deleteAccount(tx, accountId));
  return true;
}

/** A worker that writes one notices that it is gone. */
async function eraseExports(db: Db, store: LargeFiles, accountId: string): Promise<void> {
  for (const row of await listExportsToErase(db, accountId)) {
    for (const file of filesOf(row)) await store.removeLarge(file);
    await deleteExport(db, row.export_id);
  }
}

/** Files before rows, because the rows tell the next run which files there are. */
async function removeFiles(db: Db, store: FileStore, accountId: string, codes: ErasedCode[]): Promise<void> {
  for (const { type, files } of codes)
    for (const name of files) {
      // The image of a code with a link contains that link, so no other code uses it.
      const isShared =
        isStaticType(type) && !isPrivateFile(name) && (await isFileOfOthers(db, accountId, name));
      if (!isShared) await store.remove(name);
    }
}
