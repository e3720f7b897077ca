import { zoneOffsetMs } from '../local-time.ts';
import { dayMs, slotMs } from './dimension.ts';
import { dayOffset, type MomentRange, type SlotCounts, slotsWithin } from './local-series.ts';

export const trendUnits = ['hour', 'day', 'week', 'month'] as const;
export type TrendUnit = (typeof trendUnits)[number];

export interface TrendPoint {
  startMs: number;
  /** Exclusive. */
  endMs: number;
  scans: number;
}

const hourMs = 3_600_000;

/**
 * Scans per hour, day, week (from Monday) or month in a time zone, including those without scans. The first and the last may be cut by the
 * range. When clocks go back, the two hours of the same name are two points.
 */
export function localTrend(
  days: readonly SlotCounts[],
  range: MomentRange & { timeZone: string; unit: TrendUnit },
): TrendPoint[] {
  const points = localPeriods(range, Number.POSITIVE_INFINITY) ?? [];
  let point: TrendPoint | undefined;
  for (const { atMs, scans } of slotsWithin(days, range)) {
    // Most of them are in the same period as the one before.
    if (point === undefined || atMs < point.startMs || atMs >= point.endMs)
      point = points[placeOf(points, atMs)];
    if (point !== undefined) point.scans += scans;
  }
  return points;
}

/** The periods of a range without their scans; null if there are more than `max`. */
export function localPeriods(
  { fromMs, untilMs, timeZone, unit }: MomentRange & { timeZone: string; unit: TrendUnit },
  max: number,
): TrendPoint[] | null {
  const points: TrendPoint[] = [];
  let key = '';
  let dayStart = Number.NaN;
  let offsetOf: (atMs: number) => number = () => 0;
  for (let atMs = Math.floor(fromMs / slotMs) * slotMs; atMs < untilMs; atMs += slotMs) {
    const day = Math.floor(atMs / dayMs) * dayMs;
    if (day !== dayStart) [dayStart, offsetOf] = [day, dayOffset(timeZone, day)];
    const offset = offsetOf(atMs);
    const own = periodKey(atMs + offset, offset, unit);
    if (own === key) continue;
    key = own;
    const last = points.at(-1);
    if (last !== undefined) last.endMs = atMs;
    if (points.length === max) return null;
    points.push({ startMs: Math.max(atMs, fromMs), endMs: untilMs, scans: 0 });
  }
  return points;
}

function periodKey(localMs: number, offset: number, unit: TrendUnit): string {
  // The same hour with another offset is another hour.
  if (unit === 'hour') return `${Math.floor(localMs / hourMs)} ${offset}`;
  const day = Math.floor(localMs / dayMs);
  if (unit === 'day') return String(day);
  // The epoch was a Thursday.
  if (unit === 'week') return String(Math.floor((day + 3) / 7));
  return monthOf(day);
}

let knownDay = Number.NaN;
let knownMonth = '';

/** Most slots have the same day as the one before. */
function monthOf(day: number): string {
  if (day !== knownDay) [knownDay, knownMonth] = [day, new Date(day * dayMs).toISOString().slice(0, 7)];
  return knownMonth;
}

/** The last point that starts at this time or before. */
function placeOf(points: readonly TrendPoint[], atMs: number): number {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.startMs ?? 0) <= atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `2026-10-25T02:00:00.000+02:00`. */
export function zonedTimestamp(ms: number, timeZone: string): string {
  const offset = zoneOffsetMs(timeZone, ms);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(ms + offset).toISOString().slice(0, -1);
  return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
