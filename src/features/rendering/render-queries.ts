import { sql } from 'kysely';
import { secretTypes } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import type { QrType } from '#core/qr-type.ts';
import type { Db } from '../database.ts';
import { servingHost } from '../qr-codes/qr-code-queries.ts';

export interface RenderJob {
  qrId: string;
  generation: number;
}

export interface RenderInput {
  reserved_slug: string;
  type: QrType;
  qr_data: Content | null;
  render_metadata: Record<string, unknown> | null;
  domain_host: string | null;
}

/** Starts a render, unless a newer one was requested meanwhile. */
export function claimRender(db: Db, { qrId, generation }: RenderJob): Promise<RenderInput | undefined> {
  return db
    .updateTable('qr_codes')
    .set({ render_status: 'rendering', render_attempt: sql`render_attempt + 1` })
    .where('qr_id', '=', qrId)
    .where('render_generation', '=', generation)
    .where('render_status', 'in', ['pending', 'rendering'])
    .returning(['reserved_slug', 'type', 'qr_data', 'render_metadata', servingHost])
    .$castTo<RenderInput>()
    .executeTakeFirst();
}

export interface RenderedFiles {
  svg_file: string;
  png_file: string | null;
  render_findings: string[];
  render_score: number;
  rendered_host: string | null;
}

/** The first `done` makes the slug public; replaced files are marked for removal. An outdated render changes nothing. */
export async function updateRenderDone(db: Db, job: RenderJob, files: RenderedFiles): Promise<boolean> {
  const present = [files.svg_file, files.png_file];
  const { rows } = await sql<{ is_done: boolean }>`
    with before as (
      select qr_id, svg_file, png_file from qr_codes
      where qr_id = ${job.qrId} and render_generation = ${job.generation} for no key update),
    done as (
      update qr_codes set svg_file = ${files.svg_file}, png_file = ${files.png_file},
        render_findings = ${files.render_findings}, render_score = ${files.render_score}, rendered_host = ${files.rendered_host}, render_status = 'done', render_error = null,
        last_rendered_at = now(), is_slug_public = true
      from before where qr_codes.qr_id = before.qr_id),
    kept as (delete from replaced_files where name = any(${present}::text[])),
    replaced as (
      insert into replaced_files (name, qr_id)
      select name, qr_id from before cross join unnest(array[svg_file, png_file]) as name
      where name is not null and not (name = any(${present}::text[]))
      on conflict (name) do update set replaced_at = now())
    select exists (select from before) as is_done`.execute(db);
  return rows[0]?.is_done ?? false;
}

/** Marks unused stored files for removal, unless the code comes to use them. False if the code is gone. */
export async function insertUnusedFiles(db: Db, qrId: string, names: string[]): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    with code as (select qr_id, svg_file, png_file from qr_codes where qr_id = ${qrId} for key share),
    unused as (
      insert into replaced_files (name, qr_id) select name, qr_id from code, unnest(${names}::text[]) as name
      where name is distinct from svg_file and name is distinct from png_file
      on conflict (name) do nothing)
    select exists (select from code) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

/**
 * Files that are due for removal, marked as being removed. Files that their code uses again, or may be about to, are skipped. Unfinished
 * removals of other processes are taken over.
 */
export async function claimReplacedFiles(db: Db, limit: number): Promise<string[]> {
  const result = await sql<{ name: string }>`
    update replaced_files set removing_since = now() where name in (
      select name from replaced_files join qr_codes using (qr_id)
      where (replaced_at < now() - interval '7 days' or type = any(${secretTypes}::text[])) and render_status not in ('pending', 'rendering')
        and not coalesce(name in (svg_file, png_file), false)
        and (removing_since is null or removing_since < now() - interval '60 seconds')
      order by replaced_at limit ${limit} for update of replaced_files, qr_codes skip locked)
    returning name`.execute(db);
  return result.rows.map(({ name }) => name);
}

export async function deleteReplacedFile(db: Db, name: string): Promise<void> {
  await db.deleteFrom('replaced_files').where('name', '=', name).execute();
}

/**
 * Cancels the removal of files before they are written again.
 * @returns false while one of them is being removed, which never takes a minute.
 */
export async function reclaimFiles(db: Db, names: string[]): Promise<boolean> {
  const result = await sql<{ is_removing: boolean }>`
    with taken as (
      delete from replaced_files where name = any(${names}::text[])
        and (removing_since is null or removing_since < now() - interval '60 seconds') returning name)
    select exists (select from replaced_files where name = any(${names}::text[])
      and name not in (select name from taken)) as is_removing`.execute(db);
  return result.rows[0]?.is_removing === false;
}

/** The old files stay: a failed render removes nothing. */
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

/** The test result of the current image, in words. */
export function findRenderVerdict(
  db: Db,
  qrId: string,
): Promise<{ render_score: number | null; render_findings: string[] } | undefined> {
  return db
    .selectFrom('qr_codes')
    .select(['render_score', 'render_findings'])
    .where('qr_id', '=', qrId)
    .executeTakeFirst();
}
