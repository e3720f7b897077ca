import { dayMs } from './dimension.ts';

/** A time range as whole months, whole days, and partial days. Days are `YYYY-MM-DD`, UTC. */
export interface UtcParts {
  months: string[];
  /** First and last day, both included. */
  dayRanges: [first: string, last: string][];
  /** At most two. */
  partialDays: string[];
}

export function utcParts(fromMs: number, untilMs: number): UtcParts {
  const firstWhole = Math.ceil(fromMs / dayMs);
  const endWhole = Math.floor(untilMs / dayMs);
  if (firstWhole > endWhole) return { months: [], dayRanges: [], partialDays: [dayText(endWhole)] };
  const partialDays: string[] = [];
  if (fromMs < firstWhole * dayMs) partialDays.push(dayText(firstWhole - 1));
  if (untilMs > endWhole * dayMs) partialDays.push(dayText(endWhole));
  const months = wholeMonths(firstWhole, endWhole);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined)
    return { months: [], dayRanges: rangeOf(firstWhole, endWhole), partialDays };
  const afterLast = dayNumber(nextMonth(last));
  const dayRanges = [...rangeOf(firstWhole, dayNumber(first)), ...rangeOf(afterLast, endWhole)];
  return { months, dayRanges, partialDays };
}

/** First days of the months that lie completely in [first, end). */
function wholeMonths(first: number, end: number): string[] {
  const months: string[] = [];
  let month = `${dayText(first).slice(0, 7)}-01`;
  if (dayNumber(month) < first) month = nextMonth(month);
  while (dayNumber(nextMonth(month)) <= end) {
    months.push(month);
    month = nextMonth(month);
  }
  return months;
}

function rangeOf(first: number, end: number): [string, string][] {
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
