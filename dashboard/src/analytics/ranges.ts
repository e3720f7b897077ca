import type { SeriesUnit } from '#core/analytics/local-series.ts';
import { zoneOffsetMs } from '#core/local-time.ts';
import type { Range } from '../api/queries.ts';
import { instantOf } from '../ui/zoned-time.ts';

export interface RangeSearch {
  range?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = hourMs / 4;

export const presets = [
  { value: '24h', label: '24 hours', days: 1 },
  { value: '7d', label: '7 days', days: 7 },
  { value: '30d', label: '30 days', days: 30 },
  { value: '90d', label: '90 days', days: 90 },
  { value: '12m', label: '12 months', days: 365 },
] as const;

export const presetByDefault = '30d';

/** The range in the address, in the owner's time zone. Days are whole; the last one ends now. */
export function rangeOf(search: RangeSearch, timeZone: string, nowMs: number): Range {
  const until = Math.ceil(nowMs / quarterMs) * quarterMs;
  const from = isCustomRange(search, timeZone, nowMs) ? custom(search.from, timeZone) : null;
  if (from !== null) {
    const last = custom(nextDay(search.until), timeZone);
    const end = last === null ? until : Math.min(until, last);
    if (from < end) return { from: new Date(from).toISOString(), until: new Date(end).toISOString() };
  }
  const { value, days } =
    presets.find((preset) => preset.value === (search.range ?? presetByDefault)) ?? presets[2];
  if (value === '24h')
    return { from: new Date(until - dayMs).toISOString(), until: new Date(until).toISOString() };
  const today = new Date(until - 1 + zoneOffsetMs(timeZone, until - 1));
  const first =
    value === '12m'
      ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1)
      : Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - (days - 1));
  return {
    from: instantOf(new Date(first).toISOString().slice(0, 16), timeZone),
    until: new Date(until).toISOString(),
  };
}

function custom(day: string | undefined, timeZone: string): number | null {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const instant = Date.parse(instantOf(`${day}T00:00`, timeZone));
  return Number.isNaN(instant) ? null : instant;
}

function nextDay(day: string | undefined): string | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms + dayMs).toISOString().slice(0, 10);
}

/** Whether the address has valid days. */
export function isCustomRange(search: RangeSearch, timeZone: string, nowMs: number): boolean {
  const from = custom(search.from, timeZone);
  const last = custom(search.until, timeZone);
  return from !== null && from < nowMs && (last === null || last >= from);
}

/** The label of a point of a trend. */
export function stepLabel(step: string, unit: SeriesUnit): string {
  const date = new Date(`${step.slice(0, 10)}T00:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(date);
  if (unit === 'month') return format({ month: 'short', year: 'numeric' });
  return unit === 'day'
    ? format({ month: 'short', day: 'numeric' })
    : `${format({ weekday: 'short' })} ${step.slice(11, 13)}:00`;
}
