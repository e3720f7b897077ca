import { zonedTimestamp } from '../analytics/local-trend.ts';

/** `2026-11-19 14:30`. */
export function localMinute(ms: number, timeZone: string): string {
  return zonedTimestamp(ms, timeZone).slice(0, 16).replace('T', ' ');
}
