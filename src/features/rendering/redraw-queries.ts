import { sql } from 'kysely';
import { secretTypes } from '#core/qr-content/content-field.ts';
import { typesWithLink } from '#core/qr-type.ts';
import { addJob } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';
import { insertRenderJobs } from '../qr-codes/render-job-queries.ts';

interface Place {
  project_id: string;
  host: string | null;
  at_status: string;
  before_created_at: Date | null;
  before_qr_id: string | null;
  started_at: Date;
}

/** After everything that somebody waits for. */
const redrawPriority = 10;
/** A change commits within this time, so that later renders know it. */
const commitSeconds = 60;
const statuses = ['active', 'blocked', 'archived'];

/** How many such images are waiting or being rendered, up to a limit. */
export async function countRedrawing(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from graphile_worker.jobs where task_identifier = 'render-qr-code' and priority = ${redrawPriority}
      and attempts < max_attempts and run_at <= now() limit ${max}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Requests new images for the next codes of a project, in list order, whose image has another host. A render from before the change becomes
 * outdated. One that failed since then is not requested again. One that waits, or has no image yet, gets the new host anyway.
 * @returns `over`: there is nothing to redraw, or no longer.
 */
export async function updateNextRedraws(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<'more' | 'through' | 'over'> {
  const { rows: places } = await sql<Place>`
    select project_id, host, at_status, before_created_at, before_qr_id, started_at from project_redraws
    where project_id = ${projectId} and finished_at is null for update`.execute(tx);
  const [place] = places;
  if (place === undefined) return 'over';
  const { rows: codes } = await sql<{ qr_id: string; created_at: Date; is_wanted: boolean }>`
    select qr_id, created_at, type = any(${typesWithLink}::text[]) and case render_status
        when 'rendering' then coalesce(render_requested_at, created_at) < ${place.started_at}::timestamptz
        when 'error' then rendered_host is distinct from ${place.host} and coalesce(render_requested_at, created_at) < ${place.started_at}::timestamptz
        when 'done' then rendered_host is distinct from ${place.host}
        else false end as is_wanted
    from qr_codes where project_id = ${projectId} and status = ${place.at_status}
      and (${place.before_created_at}::timestamptz is null or (created_at, qr_id) < (${place.before_created_at}::timestamptz, ${place.before_qr_id}::uuid))
    order by created_at desc, qr_id desc limit ${limit}`.execute(tx);
  const wanted = codes.filter(({ is_wanted }) => is_wanted).map(({ qr_id }) => qr_id);
  const asked = await updateRedrawRequested(tx, wanted);
  const last = codes.length < limit ? undefined : codes.at(-1);
  const nextStatus = last === undefined ? statuses[statuses.indexOf(place.at_status) + 1] : place.at_status;
  await sql`update project_redraws set asked = asked + ${asked}, at_status = ${nextStatus ?? statuses[0]},
      before_created_at = ${last?.created_at ?? null}, before_qr_id = ${last?.qr_id ?? null} where project_id = ${projectId}`.execute(
    tx,
  );
  return nextStatus === undefined ? 'through' : 'more';
}

/**
 * Finished when no image has another host, except for those that can't be rendered, and no render from before is running. Returns whether it
 * is.
 */
export async function updateRedrawFinished(db: Db, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update project_redraws redraw set finished_at = now() where project_id = ${projectId} and finished_at is null and not exists (
      select from qr_codes code where code.project_id = redraw.project_id and code.type = any(${typesWithLink}::text[])
        and ((code.rendered_host is distinct from redraw.host and code.render_status not in ('error', 'idle', 'staging'))
          or (code.render_status = 'rendering'
            and coalesce(code.render_requested_at, code.created_at) < redraw.started_at + make_interval(secs => ${commitSeconds}))))`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Unfinished redraws: the worker of one may have died. */
export async function listOpenRedraws(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from project_redraws redraw where finished_at is null and not exists (
      select from graphile_worker.jobs where key = 'redraw:' || redraw.project_id) order by started_at limit ${limit}`.execute(
    db,
  );
  return rows.map(({ project_id }) => project_id);
}

/** Requests a new image of each, after everything that somebody waits for. Returns how many there were. */
async function updateRedrawRequested(tx: Tx, qrIds: string[]): Promise<number> {
  const { rows: asked } = await sql<{ qr_id: string; render_generation: number }>`
    update qr_codes set render_status = 'pending', render_generation = render_generation + 1, render_requested_at = now(), render_attempt = 0
    where qr_id in (select qr_id from qr_codes where qr_id = any(${qrIds}::uuid[]) order by qr_id for no key update)
    returning qr_id, render_generation`.execute(tx);
  await insertRenderJobs(
    tx,
    asked.map(({ qr_id, render_generation: generation }) => ({
      qr_id,
      generation,
      priority: redrawPriority,
    })),
  );
  return asked.length;
}

/** Images with a secret under a name that can be guessed, of the next accounts in ID order. */
export async function updateNextSecretRedraws(
  tx: Tx,
  afterAccountId: string,
  accounts: number,
): Promise<{ lastAccountId: string | null; asked: number }> {
  const { rows } = await sql<{ account_id: string; qr_ids: string[] }>`
    select account_id, array(select qr_id from qr_codes where qr_codes.account_id = next.account_id
        and type = any(${secretTypes}::text[]) and svg_file not like 'private-%' and render_status in ('done', 'error', 'idle') limit ${accounts * 10}) as qr_ids
    from (select account_id from accounts where account_id > ${afterAccountId}::uuid order by account_id limit ${accounts}) next
    order by account_id`.execute(tx);
  const asked = await updateRedrawRequested(
    tx,
    rows.flatMap(({ qr_ids }) => qr_ids),
  );
  return { lastAccountId: rows.at(-1)?.account_id ?? null, asked };
}

/** Once per start of a worker: after an upgrade there may be such images. */
export async function insertRedrawSecretsJob(db: Db): Promise<void> {
  await addJob(db, 'redraw-secrets', null, { key: 'redraw-secrets' });
}
