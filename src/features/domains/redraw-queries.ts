import { sql } from 'kysely';
import { typesWithLink } from '#core/qr-type.ts';
import { addJob } from '../add-job.ts';
import type { Db, Tx } from '../database.ts';

export interface RedrawRow {
  project_id: string;
  host: string | null;
  total: number;
  /** Images with another host, up to a limit. */
  left_over: number;
  started_at: Date;
  finished_at: Date | null;
}

const leftMax = 100_000;
/** After requested images, which come after everything that somebody waits for. */
const askPriority = 20;

/** From now on the project's images use another host. In the same transaction. */
export async function startRedraw(tx: Tx, projectId: string, host: string | null): Promise<void> {
  await sql`
    insert into project_redraws (project_id, host, total)
    select ${projectId}, ${host}, count(*) from qr_codes where project_id = ${projectId} and type = any(${typesWithLink}::text[])
    on conflict (project_id) do update set host = excluded.host, total = excluded.total, asked = 0, at_status = 'active',
      before_created_at = null, before_qr_id = null, started_at = now(), finished_at = null`.execute(tx);
  await insertRedrawJob(tx, projectId, 0);
}

export async function findRedraw(db: Db, projectId: string): Promise<RedrawRow | undefined> {
  const { rows } = await sql<RedrawRow>`
    select project_id, host, total, started_at, finished_at, (select count(*)::int from (
        select from qr_codes code where code.project_id = redraw.project_id and code.type = any(${typesWithLink}::text[])
          and code.is_slug_public and code.rendered_host is distinct from redraw.host limit ${leftMax}) other) as left_over
    from project_redraws redraw where project_id = ${projectId}`.execute(db);
  return rows[0];
}

export async function insertRedrawJob(db: Db, projectId: string, delaySeconds: number): Promise<void> {
  const options = { key: `redraw:${projectId}`, priority: askPriority, delaySeconds };
  await addJob(db, 'redraw-project', { project_id: projectId }, options);
}
