import { dayMs } from './analytics/dimension.ts';

const firstDayMs = Date.UTC(2020, 0, 1);

/** Before every ID of this UTC day and of later days, for a reader that starts there. */
export function firstLogIdOf(day: string): string {
  const days = Math.floor((Date.parse(day) - firstDayMs) / dayMs);
  return `00000000-0000-0000-${days.toString(16).padStart(4, '0')}-000000000000`;
}

/** The UTC day in the ID of an event or delivery (`log_id` in the database), as `YYYY-MM-DD`. */
export function dayOfLogId(uuid: string): string {
  const days = Number.parseInt(uuid.replaceAll('-', '').slice(16, 20), 16);
  return new Date(firstDayMs + days * dayMs).toISOString().slice(0, 10);
}
