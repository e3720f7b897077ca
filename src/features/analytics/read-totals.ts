import { dayMs } from '#core/analytics/dimension.ts';
import type { MomentRange, SlotCounts } from '#core/analytics/local-series.ts';
import type { DayTally } from '#core/analytics/tally-scans.ts';
import { listTotalDays } from './analytics-queries.ts';
import type { AnalyticsSource } from './analytics-source.ts';

export interface TotalCounts extends SlotCounts {
  /** Unique visitors of the day; scans that are not rolled up yet have none. */
  visitors: number;
}

/** Scans per quarter hour of every UTC day that a range touches. */
export async function readTotals(
  { tx, subjectId, open }: AnalyticsSource,
  { fromMs, untilMs }: MomentRange,
): Promise<TotalCounts[]> {
  const known = await listTotalDays(tx, subjectId, dayOf(fromMs), dayOf(untilMs));
  const recent = open.filter(({ dimension }) => dimension === 'total');
  return [...known, ...recent.map((tally) => ({ day: tally.day, slots: pairsOf(tally), visitors: 0 }))];
}

export function pairsOf({ slots }: DayTally): number[] {
  return [...slots].flat();
}

export function dayOf(ms: number): string {
  return new Date(Math.floor(ms / dayMs) * dayMs).toISOString().slice(0, 10);
}
