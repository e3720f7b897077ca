import { localTime, zoneOffsetMs } from '../local-time.ts';
import { dayMs } from './dimension.ts';

export const cadences = ['weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** The next end of a report's period after an instant: Monday, or the first of a month, at midnight in the time zone. */
export function nextPeriodEnd(cadence: Cadence, timeZone: string, instantMs: number): number {
  const { day, weekday } = localTime(timeZone, instantMs);
  if (cadence === 'weekly') return startOfDay(day + 7 - weekday, timeZone);
  const date = new Date(day * dayMs);
  return startOfDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs, timeZone);
}

/** How far the midnights of two time zones are apart, and more. */
const zonesMs = 36 * 3_600_000;

/** The end of a period that was due at an instant, in the present time zone of the account: it may have changed since. */
export function dueEnd(cadence: Cadence, timeZone: string, dueMs: number): number {
  return nextPeriodEnd(cadence, timeZone, dueMs - zonesMs);
}

/** The start of the period that ends then. */
export function periodStart(cadence: Cadence, timeZone: string, endMs: number): number {
  const { day } = localTime(timeZone, endMs);
  if (cadence === 'weekly') return startOfDay(day - 7, timeZone);
  const date = new Date(day * dayMs);
  return startOfDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1) / dayMs, timeZone);
}

/** Midnight, or the first moment of the day where clocks skip it. */
function startOfDay(day: number, timeZone: string): number {
  const localMs = day * dayMs;
  const guessMs = localMs - zoneOffsetMs(timeZone, localMs);
  const startMs = localMs - zoneOffsetMs(timeZone, guessMs);
  return localTime(timeZone, startMs).day < day ? guessMs : startMs;
}
