import { daysInMonth } from './timestamp.ts';

const dayMs = 24 * 60 * 60_000;
const pattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** A day without a time zone. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** `2026-12-24`; null for anything else, such as the 30th of February. */
export function parseCalendarDay(text: unknown): CalendarDay | null {
  const match = typeof text === 'string' ? pattern.exec(text) : null;
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 1 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null;
}

export function calendarDayText({ year, month, day }: CalendarDay): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Days since 1970-01-01. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  // The year is set separately, because Date.UTC takes 2 for 1902.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / dayMs);
}

export function calendarDay(number: number): CalendarDay {
  const date = new Date(number * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
