import { dayMs } from '#core/analytics/dimension.ts';
import { localSeries } from '#core/analytics/local-series.ts';
import { zoneOffsetMs } from '#core/local-time.ts';
import { deviceClasses, deviceNames } from '#core/rules/device-class.ts';
import type { Db } from '../database.ts';
import { listDays } from './analytics-queries.ts';
import type { AnalyticsQuestion } from './read-analytics.ts';
import { dayOf } from './read-totals.ts';

/** Spreadsheets read the file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

/** Scans of each day in the owner's time zone, also of days without a scan, as CSV for a spreadsheet. */
export async function* exportDays(
  db: Db,
  { subjectId, fromMs, untilMs, timeZone }: Omit<AnalyticsQuestion, 'unit'>,
): AsyncGenerator<string> {
  const rows = await listDays(db, subjectId, dayOf(fromMs), dayOf(untilMs), ['total', 'device']);
  const scansOf = (isWanted: (row: { dimension: string; value: string }) => boolean) =>
    localSeries(rows.filter(isWanted), { fromMs, untilMs, timeZone, unit: 'day' }).points;
  const columns = [
    { name: 'Scans', points: scansOf(({ dimension }) => dimension === 'total') },
    ...deviceClasses.map((device) => ({
      name: deviceNames[device],
      points: scansOf(({ dimension, value }) => dimension === 'device' && value === device),
    })),
  ];
  yield `${byteOrderMark}${['Date', ...columns.map(({ name }) => name)].join(',')}\r\n`;
  const lines: string[] = [];
  const last = localDay(untilMs - 1, timeZone);
  for (let day = localDay(fromMs, timeZone); day <= last; day += dayMs) {
    const text = dayOf(day);
    lines.push(`${[text, ...columns.map(({ points }) => points.get(text) ?? 0)].join(',')}\r\n`);
  }
  yield lines.join('');
}

/** The day in a time zone, as its midnight in UTC. */
function localDay(atMs: number, timeZone: string): number {
  return Math.floor((atMs + zoneOffsetMs(timeZone, atMs)) / dayMs) * dayMs;
}
