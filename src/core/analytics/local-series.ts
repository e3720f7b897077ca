import { zoneOffsetMs } from '../local-time.ts';
import { dayMs, slotMs } from './dimension.ts';

const hourMs = 3_600_000;

export interface SlotCounts {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Pairs of a quarter of an hour and its scans. */
  slots: readonly number[];
}

export interface MomentRange {
  fromMs: number;
  untilMs: number;
}

export type SeriesUnit = 'hour' | 'day' | 'month';

export interface LocalSeries {
  scans: number;
  /** By `YYYY-MM-DD HH:00`, `YYYY-MM-DD` or `YYYY-MM` in the time zone of the owner; only those with scans. */
  points: Map<string, number>;
  /** By weekday (0 is Monday) and hour. */
  heat: number[][];
}

/** Scans in the time zone of the owner, computed from quarter hours in UTC. */
export function localSeries(
  days: readonly SlotCounts[],
  range: MomentRange & { timeZone: string; unit: SeriesUnit },
): LocalSeries {
  const wanted = days.filter(({ day }) => {
    const startMs = startOf(day);
    return startMs + dayMs > range.fromMs && startMs < range.untilMs;
  });
  // Every local hour that can occur, by its number since the epoch.
  const starts = wanted.map(({ day }) => startOf(day));
  const firstHour = starts.reduce((least, startMs) => Math.min(least, startMs), Infinity) / hourMs - 24;
  const lastHour = starts.reduce((most, startMs) => Math.max(most, startMs), -Infinity) / hourMs + 48;
  const byHour = new Float64Array(wanted.length === 0 ? 0 : lastHour - firstHour);
  let scans = 0;
  for (const { day, slots } of wanted) {
    const startMs = startOf(day);
    const offsetOf = dayOffset(range.timeZone, startMs);
    eachSlot(startMs, slots, range, (atMs, count) => {
      const place = Math.floor((atMs + offsetOf(atMs)) / hourMs) - firstHour;
      byHour[place] = (byHour[place] ?? 0) + count;
      scans += count;
    });
  }
  return { scans, ...arrange(byHour, firstHour, range.unit) };
}

/** Every quarter hour of these days that lies in a range, with its scans. */
export function* slotsWithin(
  days: readonly SlotCounts[],
  range: MomentRange,
): Generator<{ atMs: number; scans: number }> {
  for (const { day, slots } of days) {
    const startMs = startOf(day);
    if (startMs + dayMs <= range.fromMs || startMs >= range.untilMs) continue;
    for (let index = 0; index + 1 < slots.length; index += 2) {
      const atMs = startMs + (slots[index] ?? 0) * slotMs;
      if (atMs >= range.fromMs && atMs < range.untilMs) yield { atMs, scans: slots[index + 1] ?? 0 };
    }
  }
}

/** The total, in any time zone. */
export function scansWithin({ day, slots }: SlotCounts, range: MomentRange): number {
  let scans = 0;
  eachSlot(startOf(day), slots, range, (_, count) => {
    scans += count;
  });
  return scans;
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function eachSlot(
  startMs: number,
  slots: readonly number[],
  { fromMs, untilMs }: MomentRange,
  found: (atMs: number, count: number) => void,
): void {
  for (let index = 0; index + 1 < slots.length; index += 2) {
    const atMs = startMs + (slots[index] ?? 0) * slotMs;
    if (atMs >= fromMs && atMs < untilMs) found(atMs, slots[index + 1] ?? 0);
  }
}

function arrange(
  byHour: Float64Array,
  firstHour: number,
  unit: SeriesUnit,
): Pick<LocalSeries, 'points' | 'heat'> {
  const points = new Map<string, number>();
  const heat = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  // It starts at midnight in UTC.
  for (let start = 0; start < byHour.length; start += 24) {
    const hours = byHour.subarray(start, start + 24);
    const inDay = hours.reduce((sum, count) => sum + count, 0);
    if (inDay === 0) continue;
    const day = (firstHour + start) / 24;
    const dayText = new Date(day * dayMs).toISOString().slice(0, 10);
    // The epoch was a Thursday.
    const row = heat[(((day + 3) % 7) + 7) % 7] ?? [];
    for (const [hour, count] of hours.entries()) row[hour] = (row[hour] ?? 0) + count;
    const add = (key: string, count: number) => points.set(key, (points.get(key) ?? 0) + count);
    if (unit === 'month') add(dayText.slice(0, 7), inDay);
    else if (unit === 'day') add(dayText, inDay);
    else
      for (const [hour, count] of hours.entries())
        if (count > 0) add(`${dayText} ${String(hour).padStart(2, '0')}:00`, count);
  }
  return { points, heat };
}

/** On most days the offset doesn't change: two lookups instead of ninety-six. */
export function dayOffset(timeZone: string, startMs: number): (atMs: number) => number {
  const first = zoneOffsetMs(timeZone, startMs);
  if (first === zoneOffsetMs(timeZone, startMs + dayMs - 1)) return () => first;
  return (atMs) => zoneOffsetMs(timeZone, atMs);
}
