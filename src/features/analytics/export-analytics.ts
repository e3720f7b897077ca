import { dayMs } from '#core/analytics/dimension.ts';
import { localSeries } from '#core/analytics/local-series.ts';
import type { Db } from '../database.ts';
import { listDay } from './analytics-queries.ts';
import type { AnalyticsQuestion } from './read-analytics.ts';

/**
 * Scans by hour on the owner's clock, by every dimension, as CSV: a piece a day, so that years need no more memory than a day. What was
 * scanned in the last seconds is not in it yet.
 */
export async function* exportAnalytics(
  db: Db,
  { subjectId, fromMs, untilMs, timeZone }: Omit<AnalyticsQuestion, 'unit'>,
): AsyncGenerator<string> {
  yield 'hour,dimension,value,scans\r\n';
  for (let dayAt = Math.floor(fromMs / dayMs) * dayMs; dayAt < untilMs; dayAt += dayMs) {
    const day = new Date(dayAt).toISOString().slice(0, 10);
    const lines: string[] = [];
    for (const { dimension, value, slots } of await listDay(db, subjectId, day)) {
      const { points } = localSeries([{ day, slots }], { fromMs, untilMs, timeZone, unit: 'hour' });
      for (const [hour, scans] of points) lines.push(`${hour},${dimension},${cell(value)},${scans}\r\n`);
    }
    yield lines.length === 0 ? '' : lines.join('');
  }
}

/** Quoted where it has to be; a value that a spreadsheet would calculate is text. */
function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
