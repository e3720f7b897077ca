import type { Db } from '../database.ts';
import {
  compareTurns,
  isAnyDue,
  listBegunPlans,
  listFreePlans,
  lockClaims,
  type PlannedRow,
  updateClaimed,
} from './planned-queries.ts';

/** Some of them may have to wait for others. */
const candidatesPerPlan = 4;

/**
 * Plans that are due, for one process at a time; a process that died loses them after a while. A plan waits for earlier ones of the same
 * codes that have begun, so that changes happen in their order.
 */
export async function claimDue(
  db: Db,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<PlannedRow[]> {
  if (!(await isAnyDue(db))) return [];
  return db.transaction().execute(async (tx) => {
    await lockClaims(tx);
    const candidates = await listFreePlans(tx, limit * candidatesPerPlan);
    const begun = await listBegunPlans(tx, [...new Set(candidates.flatMap(({ qr_ids: ids }) => ids))]);
    const firstOf = new Map<string, (typeof begun)[number]>();
    for (const plan of begun.toSorted(compareTurns))
      for (const id of plan.qr_ids) if (!firstOf.has(id)) firstOf.set(id, plan);
    /** Codes of plans that wait: later plans of these codes wait too. */
    const held = new Set<string>();
    const next: string[] = [];
    for (const plan of candidates) {
      const isBehind = plan.qr_ids.some(
        (id) => held.has(id) || compareTurns(firstOf.get(id) ?? plan, plan) < 0,
      );
      if (!isBehind) next.push(plan.plan_id);
      else for (const id of plan.qr_ids) held.add(id);
    }
    return updateClaimed(tx, next.slice(0, limit), seconds);
  });
}
