import { dayMs } from './analytics/dimension.ts';

const firstDayMs = Date.UTC(2020, 0, 1);

/** The UTC day in the ID of an event or delivery (`log_id` in the database), as `YYYY-MM-DD`. */
export function dayOfLogId(uuid: string): string {
  const days = Number.parseInt(uuid.replaceAll('-', '').slice(16, 20), 16);
  return new Date(firstDayMs + days * dayMs).toISOString().slice(0, 10);
}
