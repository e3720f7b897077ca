import { dayMs, slotMs } from '#core/analytics/dimension.ts';
import type { MomentRange } from '#core/analytics/local-series.ts';
import { listDays } from '../analytics/analytics-queries.ts';
import { otherValue } from '../analytics/bound-values.ts';
import { dayOf } from '../analytics/read-totals.ts';
import type { Db } from '../database.ts';
import type { RowChunk } from './export-tools.ts';

const daysAtOnce = 14;
const slotsPerHour = 4;

/** Scans by UTC hour and every property: two weeks at a time, so that years need little memory. */
export async function* readAnalyticsRows(
  db: Db,
  subjectId: string,
  { fromMs, untilMs }: MomentRange,
): AsyncGenerator<RowChunk> {
  const firstMs = Math.floor(fromMs / dayMs) * dayMs;
  for (let at = firstMs; at < untilMs; at += daysAtOnce * dayMs) {
    const nextMs = at + daysAtOnce * dayMs;
    const days = await listDays(db, subjectId, dayOf(at), dayOf(Math.min(nextMs, untilMs) - 1));
    yield {
      rows: days.flatMap(({ day, dimension, value, slots }) =>
        [...hoursOf(day, slots, { fromMs, untilMs })].map(([hourMs, scans]) => ({
          hour: new Date(hourMs).toISOString(),
          dimension,
          // As in breakdowns: null is unknown, and values that were too many are added up.
          value: dimension === 'total' || value === '' ? null : value === otherValue ? 'other' : value,
          scans,
        })),
      ),
      progress: Math.min(1, (nextMs - firstMs) / (untilMs - firstMs)),
    };
  }
}

/** @param slots pairs of a quarter of an hour and its scans. */
function hoursOf(day: string, slots: number[], { fromMs, untilMs }: MomentRange): Map<number, number> {
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const hours = new Map<number, number>();
  for (let index = 0; index + 1 < slots.length; index += 2) {
    const slot = slots[index] ?? 0;
    const ms = startMs + slot * slotMs;
    if (ms < fromMs || ms >= untilMs) continue;
    const hourMs = startMs + Math.floor(slot / slotsPerHour) * slotsPerHour * slotMs;
    hours.set(hourMs, (hours.get(hourMs) ?? 0) + (slots[index + 1] ?? 0));
  }
  return hours;
}
