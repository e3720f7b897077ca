import { dayMs, slotMs } from '../analytics/dimension.ts';
import { type SlotCounts, scansWithin, slotsWithin } from '../analytics/local-series.ts';

const hourMs = 3_600_000;
const always = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };

/** Scans per whole hour, from the first scan to a time; null if there is none. */
export function hourCounts(
  days: readonly SlotCounts[],
  untilMs: number,
): { firstHour: number; counts: number[] } | null {
  const slots = [...slotsWithin(days, { ...always, untilMs })];
  const first = slots[0];
  if (first === undefined) return null;
  const firstHour = Math.floor(first.atMs / hourMs);
  const counts = Array<number>(Math.max(0, Math.floor(untilMs / hourMs) - firstHour)).fill(0);
  for (const { atMs, scans } of slots) {
    const hour = Math.floor(atMs / hourMs) - firstHour;
    if (hour < counts.length) counts[hour] = (counts[hour] ?? 0) + scans;
  }
  return { firstHour, counts };
}

/** The end of the last quarter of an hour with a scan, or null. */
export function lastScanMs(days: readonly SlotCounts[]): number | null {
  const last = [...slotsWithin(days.slice(-1), always)].at(-1);
  return last === undefined ? null : last.atMs + slotMs - 1;
}

export function scansBetween(days: readonly SlotCounts[], fromMs: number, untilMs: number): number {
  return days.reduce((sum, day) => sum + scansWithin(day, { fromMs, untilMs }), 0);
}

/** The day (UTC) so many days before a time. */
export function dayBefore(nowMs: number, days: number): string {
  return new Date(nowMs - days * dayMs).toISOString().slice(0, 10);
}
