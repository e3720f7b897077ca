import { sql } from 'kysely';
import { addJob, addJobs } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';

/** Images of bulk requests come after those that somebody may wait for. */
export const bulkPriority = 10;

const keyOf = (qrId: string) => `render:${qrId}`;

/** A newer request replaces one that has not started. */
export async function insertRenderJob(tx: Tx, qrId: string, generation: number): Promise<void> {
  await addJob(tx, 'render-qr-code', { qr_id: qrId, generation }, { key: keyOf(qrId) });
}

export interface RenderRequest {
  qr_id: string;
  generation: number;
  /** Lower numbers run first. */
  priority: number;
}

export async function insertRenderJobs(tx: Tx, requests: RenderRequest[]): Promise<void> {
  const jobs = requests.map(({ priority, ...payload }) => ({
    payload,
    options: { key: keyOf(payload.qr_id), priority },
  }));
  await addJobs(tx, 'render-qr-code', jobs);
}

/** These images are no longer needed. */
export async function deleteRenderJobs(db: Db, qrIds: string[]): Promise<void> {
  await sql`select graphile_worker.remove_job(key) from unnest(${qrIds.map(keyOf)}::text[]) as key`.execute(
    db,
  );
}
