import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface RedrawRow {
  project_id: string;
  host: string | null;
  total: number;
  asked: number;
  started_at: Date;
  finished_at: Date | null;
}

/** From now on the project's images carry another host. In the transaction that changes it. */
export async function startRedraw(tx: Tx, projectId: string, host: string | null): Promise<void> {
  await sql`
    insert into project_redraws (project_id, host, total)
    select ${projectId}, ${host}, live_qr_codes from project_usage where project_id = ${projectId}
    on conflict (project_id) do update set host = excluded.host, total = excluded.total, asked = 0, at_status = 'active',
      before_created_at = null, before_qr_id = null, started_at = now(), finished_at = null`.execute(tx);
  await sql`select graphile_worker.add_job('redraw-project', json_build_object('project_id', ${projectId}::text),
    job_key => ${`redraw:${projectId}`})`.execute(tx);
}

export async function findRedraw(db: Db, projectId: string): Promise<RedrawRow | undefined> {
  const { rows } = await sql<RedrawRow>`
    select project_id, host, total, asked, started_at, finished_at from project_redraws where project_id = ${projectId}`.execute(
    db,
  );
  return rows[0];
}
