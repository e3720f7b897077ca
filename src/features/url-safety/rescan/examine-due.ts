import type { Clock } from '#platform/clock.ts';
import type { Db } from '../../database.ts';
import { listDue } from './destination-queries.ts';
import { type Examiner, examineAndSettle } from './examine-destinations.ts';

const rowsAtOnce = 500;
const runMsMax = 50_000;

/** Checks destinations with expired verdicts, until there are none or the minute is over. */
export async function examineDue(db: Db, safety: Examiner, clock: Clock): Promise<void> {
  const endMs = clock.nowMs() + runMsMax;
  while (clock.nowMs() < endMs) {
    const urls = await listDue(db, rowsAtOnce);
    await examineAndSettle(db, safety, urls, 'due');
    if (urls.length < rowsAtOnce) return;
  }
}
