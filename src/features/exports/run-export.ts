import type { ImageFormat, TableFormat } from '#core/export-input.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import type { Db } from '../database.ts';
import { addExportJob } from './add-export-job.ts';
import { exportColumns } from './export-columns.ts';
import {
  claimExport,
  type ExportJob,
  type ExportRow,
  findExportFile,
  updateDone,
  updateFailed,
  updateProgress,
} from './export-queries.ts';
import type { ExportTools, RowChunk, Written } from './export-tools.ts';
import { readAnalyticsRows } from './read-analytics-rows.ts';
import { readCodeRows } from './read-code-rows.ts';
import { readScanRows } from './read-scan-rows.ts';
import { writeImages } from './write-images.ts';
import { writeTable } from './write-table.ts';

const runningMax = 2;
const busySeconds = 2;
const progressMs = 1_000;
const failure = 'The export could not be written. Start a new one; if it fails again, contact support.';

/** Thrown to stop: the export was cancelled, or another worker runs it. */
class Cancelled extends Error {}

/**
 * Writes the file of an export. If the worker dies, the job is run again from the start under another file name; the file appears with its last
 * byte only.
 */
export async function runExport(
  db: Db,
  exportId: string,
  tools: ExportTools,
  signal: AbortSignal,
): Promise<void> {
  if (!tools.places.take(exportId)) return runLater(db, exportId);
  try {
    const job = await claimExport(db, exportId, runningMax);
    if (job === 'busy') await runLater(db, exportId);
    else if (job !== null) await writeExport(db, job, tools, signal);
  } finally {
    tools.places.giveBack(exportId);
  }
}

async function runLater(db: Db, exportId: string): Promise<void> {
  await addExportJob(db, exportId, busySeconds);
}

async function writeExport(db: Db, job: ExportJob, tools: ExportTools, signal: AbortSignal): Promise<void> {
  const { store } = tools;
  const path = pathOf(job, job.attempt);
  let file: LargeFileWriter | null = null;
  try {
    // What a dead worker left.
    if (job.attempt > 1) await store.removeLarge(pathOf(job, job.attempt - 1));
    file = await store.create(path);
    const written = await writeFile(db, job, file, tools, signal);
    await file.finish();
    if (!(await updateDone(db, job, { file: path, ...written }))) throw new Cancelled();
  } catch (error) {
    // Its success was recorded, and only the answer was lost.
    if ((await findExportFile(db, job.export_id)) === path) return;
    if (tools.isLastTry && !(error instanceof Cancelled) && !signal.aborted)
      await updateFailed(db, job, failure);
    await file?.abandon().catch(() => {});
    await store.removeLarge(path).catch(() => {});
    if (error instanceof Cancelled) return;
    // A worker that stops is not a failed try.
    if (signal.aborted) return runLater(db, job.export_id);
    throw error;
  }
}

async function writeFile(
  db: Db,
  job: ExportJob,
  file: LargeFileWriter,
  tools: ExportTools,
  signal: AbortSignal,
): Promise<Written> {
  let reportedMs = -Infinity;
  const report = async (progress: number, written: Written) => {
    signal.throwIfAborted();
    if (performance.now() - reportedMs < progressMs) return;
    reportedMs = performance.now();
    if (!(await updateProgress(db, job, { progress, ...written }))) throw new Cancelled();
  };
  const { kind } = job;
  if (kind === 'images') return writeImages(db, job, job.format as ImageFormat, file, tools, report);
  return writeTable(chunksOf(db, job, tools), exportColumns[kind], job.format as TableFormat, file, report);
}

function chunksOf(db: Db, job: ExportJob, { ledgers, addresses }: ExportTools): AsyncGenerator<RowChunk> {
  const { account_id: accountId, project_id: projectId, qr_id: qrId } = job;
  if (job.kind === 'qr_codes') return readCodeRows(db, ledgers, { accountId, projectId }, addresses);
  const range = { fromMs: job.range_start?.getTime() ?? 0, untilMs: job.range_end?.getTime() ?? 0 };
  if (job.kind === 'analytics') return readAnalyticsRows(db, qrId ?? projectId ?? '', range);
  return readScanRows(db, ledgers, { accountId, qrId, projectId }, range);
}

/** The files that an export may have left, whenever a worker died. */
export function filesOf(row: ExportRow): string[] {
  return Array.from({ length: row.attempt }, (_, index) => pathOf(row, index + 1));
}

function pathOf(job: ExportRow, attempt: number): string {
  return `exports/${formatIdentifier('exp', job.export_id)}-${attempt}.${endingOf(job)}`;
}

export function endingOf({ kind, format }: Pick<ExportJob, 'kind' | 'format'>): string {
  return kind === 'images' ? 'zip' : format;
}
