import type { Db, Tx } from '../database.ts';
import {
  compareTurns,
  isAnyDue,
  listBegunPlans,
  listFreePlans,
  lockClaims,
  type PlannedRow,
  updateClaimed,
} from './planned-queries.ts';

const plansPerPage = 150;
/** If all of these wait for others, the next turn looks again. */
const pagesMax = 60;

interface Claim {
  /** How many plans a process takes. */
  plans: number;
  /** How many codes they have together, as far as they are changed in one turn. */
  codes: number;
  codesPerPlan: number;
  seconds: number;
}

/**
 * Plans that are due, for one process at a time; a process that died loses them after a while. A plan waits for earlier ones of the same
 * codes, so that changes happen in their order.
 */
export async function claimDue(db: Db, claim: Claim): Promise<PlannedRow[]> {
  if (!(await isAnyDue(db))) return [];
  return db.transaction().execute(async (tx) => {
    await lockClaims(tx);
    return updateClaimed(tx, await chooseNext(tx, claim), claim.seconds);
  });
}

/** Page by page, because plans that wait must not hide those behind them. */
async function chooseNext(tx: Tx, { plans, codes, codesPerPlan }: Claim): Promise<string[]> {
  /** Codes of plans that wait: later plans of these codes wait too. */
  const held = new Set<string>();
  const next: string[] = [];
  let room = codes;
  let after: Parameters<typeof listFreePlans>[1] = null;
  for (let page = 0; page < pagesMax; page++) {
    const candidates: Awaited<ReturnType<typeof listFreePlans>> = await listFreePlans(
      tx,
      after,
      plansPerPage,
    );
    const begun = await listBegunPlans(tx, [...new Set(candidates.flatMap(({ qr_ids: ids }) => ids))]);
    const firstOf = new Map<string, (typeof begun)[number]>();
    for (const plan of begun.toSorted(compareTurns))
      for (const id of plan.qr_ids) if (!firstOf.has(id)) firstOf.set(id, plan);
    for (const plan of candidates) {
      const isBehind = plan.qr_ids.some(
        (id) => held.has(id) || compareTurns(firstOf.get(id) ?? plan, plan) < 0,
      );
      if (isBehind) for (const id of plan.qr_ids) held.add(id);
      else {
        next.push(plan.plan_id);
        room -= Math.min(plan.qr_ids.length, codesPerPlan);
      }
      if (next.length === plans || room <= 0) return next;
    }
    after = candidates.at(-1) ?? null;
    if (candidates.length < plansPerPage) return next;
  }
  return next;
}
