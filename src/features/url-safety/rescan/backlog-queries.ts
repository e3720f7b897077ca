import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import type { SafetyBacklog } from '../safety-metrics.ts';
import { sweepProgress } from './sweep-destinations.ts';

/** More counts as "a lot"; counting further would be expensive. */
const countMax = 100_000;

export async function findBacklog(db: Db): Promise<SafetyBacklog> {
  const { rows } = await sql<{
    pending: number;
    overdue: number;
    unverified: number;
    unsettled: number;
    position: string;
  }>`
    select (select coalesce(sum(length(keys) / 4 - position), 0)::int from safety_changes) as pending,
      (select count(*)::int from (select from destinations where valid_until <= now() limit ${countMax}) due) as overdue,
      (select count(*)::int from (select from destinations where verdict = 'unverified' limit ${countMax}) open) as unverified,
      (select count(*)::int from (select from destinations where not is_settled limit ${countMax}) open) as unsettled,
      (select sweep_position from safety_state) as position`.execute(db);
  const [row] = rows;
  const lists = await db
    .selectFrom('threat_lists')
    .select(['list_id', 'entries', sql<number>`extract(epoch from now() - updated_at)::float8`.as('age')])
    .where('updated_at', 'is not', null)
    .execute();
  return {
    pendingKeys: row?.pending ?? 0,
    overdue: row?.overdue ?? 0,
    unverified: row?.unverified ?? 0,
    unsettled: row?.unsettled ?? 0,
    sweepProgress: sweepProgress(row?.position ?? '0'),
    lists: lists.map(({ list_id, entries, age }) => ({ listId: list_id, entries, ageSeconds: age })),
  };
}
