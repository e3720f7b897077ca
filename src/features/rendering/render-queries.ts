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
  render_score: number;
}

/**
 * The first `done` makes the slug public; files that are no longer shown are noted for removal. A render that is no
 * longer the present one changes nothing.
 */
export async function updateRenderDone(db: Db, job: RenderJob, files: RenderedFiles): Promise<void> {
  const present = [files.svg_file, files.png_file];
  await sql`
    with before as (
      select qr_id, svg_file, png_file from qr_codes
      where qr_id = ${job.qrId} and render_generation = ${job.generation} for no key update),
    done as (
      update qr_codes set svg_file = ${files.svg_file}, png_file = ${files.png_file},
        render_findings = ${files.render_findings}, render_score = ${files.render_score}, render_status = 'done', render_error = null,
        last_rendered_at = now(), is_slug_public = true
      from before where qr_codes.qr_id = before.qr_id)
    insert into replaced_files (name, qr_id)
    select name, qr_id from before cross join unnest(array[svg_file, png_file]) as name
    where name is not null and not (name = any(${present}::text[]))
    on conflict (name) do update set replaced_at = now()`.execute(db);
}

export async function listReplacedFiles(db: Db, limit: number): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select name from replaced_files join qr_codes using (qr_id)
    where replaced_at < now() - interval '7 days' and render_status not in ('pending', 'rendering')
    order by replaced_at limit ${limit}`.execute(db);
  return result.rows.map(({ name }) => name);
}

/**
 * Whether a file may go, decided with its code locked until the transaction ends: a render that goes back to a former
 * design would else find its file there, and lose it. `in-use`: the code shows it again.
 */
export async function lockReplacedFile(db: Db, name: string): Promise<'unused' | 'in-use' | 'busy'> {
  const result = await sql<{ is_in_use: boolean; is_busy: boolean }>`
    select coalesce(name in (svg_file, png_file), false) as is_in_use,
      render_status in ('pending', 'rendering') as is_busy
    from replaced_files join qr_codes using (qr_id) where name = ${name}
    for no key update of qr_codes`.execute(db);
  const [row] = result.rows;
  if (row === undefined || row.is_busy) return 'busy';
  return row.is_in_use ? 'in-use' : 'unused';
}

export async function deleteReplacedFile(db: Db, name: string): Promise<void> {
  await db.deleteFrom('replaced_files').where('name', '=', name).execute();
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
