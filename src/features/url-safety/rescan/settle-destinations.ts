import { firstId } from '#core/first-id.ts';
import type { Db } from '../../database.ts';
import type { SafetyMetrics } from '../safety-metrics.ts';
import {
  listCodesOf,
  listUnsettled,
  settleCodeSafety,
  type Unsettled,
  updateSettled,
} from './destination-queries.ts';

const destinationsAtOnce = 1_000;
const codesAtOnce = 200;
const settlersMax = 4;

/** Finishes the work of others: verdicts that are not applied to all codes yet. */
export async function settleDestinations(db: Db, metrics: SafetyMetrics): Promise<void> {
  for (const destination of await listUnsettled(db, destinationsAtOnce))
    await settleDestination(db, metrics, destination);
}

/** One transaction per code: no code waits for the others, and finished ones stay finished. */
export async function settleDestination(
  db: Db,
  metrics: SafetyMetrics,
  destination: Unsettled,
): Promise<void> {
  let after = firstId;
  for (;;) {
    const codes = await listCodesOf(db, destination.destination_id, after, codesAtOnce);
    after = codes.at(-1) ?? after;
    const waiting = codes.values();
    const settle = async () => {
      for (const qrId of waiting) {
        const outcome = await settleCodeSafety(db, qrId);
        if (outcome !== null) metrics.settled.inc({ outcome });
      }
    };
    await Promise.all(Array.from({ length: settlersMax }, settle));
    if (codes.length < codesAtOnce) break;
  }
  await updateSettled(db, destination);
}
