import { dayMs } from '#core/analytics/dimension.ts';
import { localSeries } from '#core/analytics/local-series.ts';
import { csvCell } from '#core/csv-cell.ts';
import type { Db } from '../database.ts';
import { listDays } from './analytics-queries.ts';
import type { AnalyticsQuestion } from './read-analytics.ts';
import { dayOf } from './read-totals.ts';

const daysAtOnce = 14;

/**
 * Scans by hour in the owner's time zone, by every dimension, as CSV: two weeks at a time, so that years need little memory. The scans of the
 * last seconds are not included yet.
 */
export async function* exportAnalytics(
  db: Db,
  { subjectId, fromMs, untilMs, timeZone }: Omit<AnalyticsQuestion, 'unit'>,
): AsyncGenerator<string> {
  yield 'hour,dimension,value,scans\r\n';
  /** Hours of the last UTC day: with offsets that are not whole hours, one of them reaches into the next day. */
  let open = new Map<string, number>();
  for (let at = Math.floor(fromMs / dayMs) * dayMs; at < untilMs; at += daysAtOnce * dayMs) {
    const sums = open;
    open = new Map();
    const lastDay = dayOf(Math.min(at + (daysAtOnce - 1) * dayMs, untilMs));
    for (const { day, dimension, value, slots } of await listDays(db, subjectId, dayOf(at), lastDay)) {
      const { points } = localSeries([{ day, slots }], { fromMs, untilMs, timeZone, unit: 'hour' });
      for (const [hour, scans] of points) {
        const key = `${hour},${dimension},${csvCell(value)}`;
        const target = sums.has(key) ? sums : day === lastDay ? open : sums;
        target.set(key, (target.get(key) ?? 0) + scans);
      }
    }
    yield lines(sums);
  }
  yield lines(open);
}

function lines(sums: Map<string, number>): string {
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([key, scans]) => `${key},${scans}\r\n`).join('');
}
