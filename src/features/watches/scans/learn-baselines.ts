import { baselineDays, learnBaseline, quietAt } from '#core/watch/scan-baseline.ts';
import { dayBefore, hourCounts, lastScanMs } from '#core/watch/scan-times.ts';
import { weekHourIn } from '#core/watch/week-hour.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '../../database.ts';
import {
  type LearnedBaseline,
  listDayScans,
  listToLearn,
  type ScanWatch,
  upsertBaselines,
} from './baseline-queries.ts';

const codesAtOnce = 100;
const runMsMax = 50_000;
const dayMs = 86_400_000;
/** Quarter hours of the present are not complete. */
const settleMs = 900_000;

/** Learns once a day what is usual for each watched code. Returns how many. */
export async function learnBaselines(
  db: Db,
  { clock }: { clock: Pick<Clock, 'nowMs'> },
  signal: AbortSignal,
): Promise<number> {
  const endMs = performance.now() + runMsMax;
  let learned = 0;
  while (!signal.aborted && performance.now() < endMs) {
    const nowMs = clock.nowMs();
    const codes = await listToLearn(db, new Date(nowMs), codesAtOnce);
    if (codes.length === 0) break;
    const ids = codes.map(({ qr_id: id }) => id);
    const days = Map.groupBy(
      await listDayScans(db, ids, dayBefore(nowMs, baselineDays)),
      ({ subject_id: id }) => id,
    );
    const baselines = codes.map((code) => learnOne(code, days.get(code.qr_id) ?? [], nowMs));
    await upsertBaselines(db, baselines, new Date(nowMs), new Date(nowMs + dayMs));
    learned += codes.length;
  }
  return learned;
}

function learnOne(
  { qr_id: qrId, time_zone: timeZone }: ScanWatch,
  days: Parameters<typeof hourCounts>[0],
  nowMs: number,
): LearnedBaseline {
  const weekHourOf = weekHourIn(timeZone);
  const counts = hourCounts(days, nowMs - settleMs);
  const baseline = counts && learnBaseline({ ...counts, weekHourOf });
  const lastMs = lastScanMs(days) ?? nowMs;
  const silentMs = baseline && quietAt(baseline, lastMs, weekHourOf);
  return {
    qrId,
    baseline,
    lastScanAt: new Date(lastMs),
    quietAt: silentMs === null ? null : new Date(silentMs),
  };
}
