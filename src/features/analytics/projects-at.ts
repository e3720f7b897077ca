import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { listProjectsOf } from './rollup-queries.ts';

/** The project of a code at a time; undefined if the code doesn't exist. */
export type ProjectAt = (qrId: string, atMs: number) => string | undefined;

interface Move {
  qr_id: string;
  moved_at: Date;
  from_project_id: string;
}

/** For these codes. Moves older than a month are forgotten: by then, all scans from before them are rolled up. */
export async function projectsAt(db: Db, qrIds: string[]): Promise<ProjectAt> {
  const now = await listProjectsOf(db, qrIds);
  const { rows } = await sql<Move>`
    select qr_id, moved_at, from_project_id from code_moves where qr_id = any(${qrIds}::uuid[]) order by qr_id, moved_at`.execute(
    db,
  );
  const moves = Map.groupBy(rows, ({ qr_id }) => qr_id);
  return (qrId, atMs) => {
    const next = moves.get(qrId)?.find(({ moved_at }) => moved_at.getTime() > atMs);
    return next?.from_project_id ?? now.get(qrId);
  };
}

const movesDaysMin = 30;

/** Forgets moves that no single scan is older than, some at a time. */
export async function deleteOldMoves(db: Db, retentionDays: number): Promise<void> {
  const days = Math.max(movesDaysMin, retentionDays + 2);
  for (let page = 0; page < 20; page++) {
    const { numAffectedRows } = await sql`delete from code_moves where (qr_id, moved_at) in (
      select qr_id, moved_at from code_moves where moved_at < now() - ${days}::int * interval '1 day' limit 10000)`.execute(
      db,
    );
    if (numAffectedRows === 0n) return;
  }
}
