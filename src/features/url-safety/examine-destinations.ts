import assert from 'node:assert';
import type { Db } from '../database.ts';
import {
  findCodesOf,
  findUnsettled,
  recordVerdicts,
  settleCode,
  type Unsettled,
  updateSettled,
} from './destination-queries.ts';
import type { SafetyMetrics } from './safety-metrics.ts';
import { destinationId } from './subject.ts';
import type { UrlChecker } from './url-checker.ts';

/** Who looks, and who hears of it. */
export interface Examiner {
  checker: UrlChecker;
  metrics: SafetyMetrics;
}

export type ExamineReason = 'change' | 'due' | 'sweep' | 'write';

const triesMax = 20;
const codesAtOnce = 200;
const settlersMax = 4;
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Looks at known destinations again, writes down what is found and gives their codes what follows from it. */
export async function examineDestinations(
  db: Db,
  { checker, metrics }: Examiner,
  urls: string[],
  reason: ExamineReason,
): Promise<void> {
  if (urls.length === 0) return;
  metrics.examined.inc({ reason }, urls.length);
  for (let attempt = 0; ; attempt++) {
    assert(attempt < triesMax, 'the threat lists keep changing');
    const assessment = await checker.check(urls.map((url) => ({ field: 'url', url })));
    if (await recordVerdicts(db, assessment)) break;
    await checker.refresh();
  }
  const unsettled = await findUnsettled(db, urls.map(destinationId));
  for (const destination of unsettled) await settleDestination(db, metrics, destination);
}

/** A transaction a code: none is held up by the others, and what is done stays done. */
export async function settleDestination(
  db: Db,
  metrics: SafetyMetrics,
  destination: Unsettled,
): Promise<void> {
  let after = firstId;
  for (;;) {
    const codes = await findCodesOf(db, destination.destination_id, after, codesAtOnce);
    after = codes.at(-1) ?? after;
    const waiting = codes.values();
    const settle = async () => {
      for (const qrId of waiting) {
        const outcome = await settleCode(db, qrId);
        if (outcome !== null) metrics.settled.inc({ outcome });
      }
    };
    await Promise.all(Array.from({ length: settlersMax }, settle));
    if (codes.length < codesAtOnce) break;
  }
  await updateSettled(db, destination);
}
