import { zoneOffsetMs } from '../local-time.ts';
import { dayMs } from './dimension.ts';
import type { SeriesUnit } from './local-series.ts';

export interface TimeRange {
  fromMs: number;
  untilMs: number;
}

/**
 * The range for comparison: the same local times, earlier by the number of days that it touches, or by the number of months if it is shown by
 * month. So a morning is compared with a morning, and the first of a month with the first.
 */
export function previousRange({ fromMs, untilMs }: TimeRange, timeZone: string, unit: SeriesUnit): TimeRange {
  const days = Math.max(1, Math.ceil((untilMs - fromMs) / dayMs - 0.05));
  const months = monthOf(untilMs - 1, timeZone) - monthOf(fromMs, timeZone) + 1;
  const shift = (ms: number) => {
    const local = new Date(ms + zoneOffsetMs(timeZone, ms));
    const earlier =
      unit === 'month'
        ? local.setUTCMonth(
            local.getUTCMonth() - months,
            Math.min(local.getUTCDate(), lastDay(local, months)),
          )
        : local.getTime() - days * dayMs;
    return earlier - zoneOffsetMs(timeZone, earlier - zoneOffsetMs(timeZone, earlier));
  };
  return { fromMs: shift(fromMs), untilMs: Math.min(fromMs, shift(untilMs)) };
}

function monthOf(ms: number, timeZone: string): number {
  const local = new Date(ms + zoneOffsetMs(timeZone, ms));
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
}

function lastDay(local: Date, monthsBack: number): number {
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - monthsBack + 1, 0)).getUTCDate();
}
