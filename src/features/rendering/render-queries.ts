import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface RenderJob {
  qrId: string;
  generation: number;
}

export interface RenderInput {
  reserved_slug: string;
  render_metadata: Record<string, unknown> | null;
}

/** Begins a render, unless a newer one was asked for meanwhile. */
export function claimRender(db: Db, { qrId, generation }: RenderJob): Promise<RenderInput | undefined> {
  return db
    .updateTable('qr_codes')
    .set({ render_status: 'rendering', render_attempt: sql`render_attempt + 1` })
    .where('qr_id', '=', qrId)
    .where('render_generation', '=', generation)
    .where('render_status', 'in', ['pending', 'rendering'])
    .returning(['reserved_slug', 'render_metadata'])
    .executeTakeFirst();
}

export interface RenderedFiles {
  svg_file: string;
  png_file: string | null;
  render_findings: string[];
}

/** The first `done` makes the slug public. A render that is no longer the present one changes nothing. */
export async function updateRenderDone(db: Db, job: RenderJob, files: RenderedFiles): Promise<boolean> {
  const result = await db
    .updateTable('qr_codes')
    .set({
      ...files,
      render_status: 'done',
      render_error: null,
      last_rendered_at: sql`now()`,
      is_slug_public: true,
    })
    .where('qr_id', '=', job.qrId)
    .where('render_generation', '=', job.generation)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The old files stay served: a failed render takes nothing away. */
export async function updateRenderFailed(
  db: Db,
  job: RenderJob,
  status: 'pending' | 'error',
  message: string,
): Promise<void> {
  await db
    .updateTable('qr_codes')
    .set({ render_status: status, render_error: message })
    .where('qr_id', '=', job.qrId)
    .where('render_generation', '=', job.generation)
    .execute();
}
