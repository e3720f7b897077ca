import { addJob } from '../add-job.ts';
import type { Db } from '../database.ts';

/** Each later than the one before: a minute and a half together. */
const maxAttempts = 5;

/** With a key, so that an export without a job can be found. */
export function exportJobKey(exportId: string): string {
  return `export-${exportId}`;
}

export async function addExportJob(db: Db, exportId: string, delaySeconds = 0): Promise<void> {
  const key = exportJobKey(exportId);
  await addJob(db, 'run-export', { export_id: exportId }, { key, delaySeconds, maxAttempts });
}
