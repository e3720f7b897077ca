import { dayMs } from './dimension.ts';

/** A time range as months, days, and partial days. Days are `YYYY-MM-DD`, UTC. */
export interface UtcParts {
  months: string[];
  /** First and last day, both included. */
  dayRanges: DayRange[];
  /** Days of the months that are not part of the range: to be subtracted, because they are fewer than the other days. */
  surplusRanges: DayRange[];
  /** At most two. */
  partialDays: string[];
}

export type DayRange = [first: string, last: string];

export function utcParts(fromMs: number, untilMs: number): UtcParts {
  const firstWhole = Math.ceil(fromMs / dayMs);
  const endWhole = Math.floor(untilMs / dayMs);
  const parts: UtcParts = { months: [], dayRanges: [], surplusRanges: [], partialDays: [] };
  if (firstWhole > endWhole) return { ...parts, partialDays: [dayText(endWhole)] };
  if (fromMs < firstWhole * dayMs) parts.partialDays.push(dayText(firstWhole - 1));
  if (untilMs > endWhole * dayMs) parts.partialDays.push(dayText(endWhole));
  for (let day = firstWhole; day < endWhole; ) {
    const month = `${dayText(day).slice(0, 7)}-01`;
    const monthStart = dayNumber(month);
    const monthEnd = dayNumber(nextMonth(month));
    const end = Math.min(endWhole, monthEnd);
    if ((end - day) * 2 > monthEnd - monthStart) {
      parts.months.push(month);
      parts.surplusRanges.push(...rangeOf(monthStart, day), ...rangeOf(end, monthEnd));
    } else parts.dayRanges.push(...rangeOf(day, end));
    day = end;
  }
  return parts;
}

function rangeOf(first: number, end: number): DayRange[] {
  return first < end ? [[dayText(first), dayText(end - 1)]] : [];
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}
