import { sql } from 'kysely';
import { firstId } from '#core/first-id.ts';
import type { Db } from '../../database.ts';

export function findSweep(db: Db): Promise<{ sweep_position: string; sweep_started_at: Date }> {
  return db
    .selectFrom('safety_state')
    .select(['sweep_position', 'sweep_started_at'])
    .executeTakeFirstOrThrow();
}

export async function updateSweepPosition(db: Db, position: string): Promise<void> {
  await db.updateTable('safety_state').set({ sweep_position: position }).execute();
}

export async function updateSweepFinished(db: Db): Promise<void> {
  await db
    .updateTable('safety_state')
    .set({ sweep_position: firstId, sweep_started_at: sql`now()`, sweep_finished_at: sql`now()` })
    .execute();
}
