import assert from 'node:assert';
import type { Db } from '../../database.ts';
import { destinationId } from '../check/subject.ts';
import type { UrlChecker } from '../check/url-checker.ts';
import type { SafetyMetrics } from '../safety-metrics.ts';
import { listUnsettledOf, recordVerdicts } from './destination-queries.ts';
import { settleDestination } from './settle-destinations.ts';

/** The checker, and who is told. */
export interface Examiner {
  checker: UrlChecker;
  metrics: SafetyMetrics;
}

export type ExamineReason = 'change' | 'due' | 'sweep' | 'write';

const triesMax = 20;

/** Checks known destinations again and stores the results. Their codes follow later. */
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
    const checked = await checker.check(urls.map((url) => ({ field: 'url', url })));
    if (await recordVerdicts(db, checked)) return;
    await checker.refresh();
  }
}

/** The same, and settles their codes. */
export async function examineAndSettle(
  db: Db,
  safety: Examiner,
  urls: string[],
  reason: ExamineReason,
): Promise<void> {
  if (urls.length === 0) return;
  await examineDestinations(db, safety, urls, reason);
  for (const destination of await listUnsettledOf(db, urls.map(destinationId)))
    await settleDestination(db, safety.metrics, destination);
}
