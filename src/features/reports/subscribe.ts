import type { Member } from '#core/actor.ts';
import { type Cadence, cadences, nextPeriodEnd } from '#core/analytics/report-period.ts';
import type { Db } from '../database.ts';
import { deleteSubscription, insertSubscription } from './report-queries.ts';

/** Switches reports of a member on or off. The first one covers the period that is running. */
export async function subscribe(
  db: Db,
  member: Member,
  wanted: Partial<Record<Cadence, boolean>>,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): Promise<void> {
  const subscriber = { account_id: member.accountId, user_id: member.userId };
  for (const cadence of cadences) {
    if (wanted[cadence] === true)
      await insertSubscription(db, {
        ...subscriber,
        cadence,
        next_at: new Date(nextPeriodEnd(cadence, timeZone, nowMs)),
      });
    else if (wanted[cadence] === false) await deleteSubscription(db, { ...subscriber, cadence });
  }
}
