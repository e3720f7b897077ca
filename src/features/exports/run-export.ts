import type { ImageFormat, TableFormat } from '#core/export-input.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import { addJob } from '../add-job.ts';
import type { Db } from '../database.ts';
import { exportColumns } from './export-columns.ts';
import { claimExport, type ExportJob, updateDone, updateFailed, updateProgress } from './export-queries.ts';
import type { ExportTools, RowChunk, Written } from './export-tools.ts';
import { readAnalyticsRows } from './read-analytics-rows.ts';
import { readCodeRows } from './read-code-rows.ts';
import { readScanRows } from './read-scan-rows.ts';
import { writeImages } from './write-images.ts';
import { writeTable } from './write-table.ts';

const runningMax = 2;
const busySeconds = 2;
/** Of a job, each later than the one before: a minute and a half together. */
export const triesMax = 5;
const progressMs = 1_000;

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
  await addJob(
    db,
    'run-export',
    { export_id: exportId },
    { delaySeconds: busySeconds, maxAttempts: triesMax },
  );
}

async function writeExport(db: Db, job: ExportJob, tools: ExportTools, signal: AbortSignal): Promise<void> {
  const path = pathOf(job, job.attempt);
  // What a dead worker left.
  if (job.attempt > 1) await tools.store.removeLarge(pathOf(job, job.attempt - 1));
  const file = await tools.store.create(path);
  try {
    const written = await writeFile(db, job, file, tools, signal);
    await file.finish();
    if (!(await updateDone(db, job, { file: path, ...written }))) throw new Cancelled();
  } catch (error) {
    await file.abandon().catch(() => {});
    await tools.store.removeLarge(path);
    if (error instanceof Cancelled) return;
    if (tools.isLastTry)
      await updateFailed(
        db,
        job,
        'The export could not be written. Start a new one; if it fails again, contact support.',
      );
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
  return readScanRows(db, ledgers, { qrId, projectId }, range);
}

function pathOf(job: ExportJob, attempt: number): string {
  return `exports/${formatIdentifier('exp', job.export_id)}-${attempt}.${endingOf(job)}`;
}

export function endingOf({ kind, format }: Pick<ExportJob, 'kind' | 'format'>): string {
  return kind === 'images' ? 'zip' : format;
}
