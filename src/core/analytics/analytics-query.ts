import { zoneOffsetMs } from '../local-time.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from '../parsed.ts';
import { parseTimeZone } from '../time-zone.ts';
import { parseTimestamp } from '../timestamp.ts';
import { type Dimension, dayMs, slotMs } from './dimension.ts';
import { localPeriods, type TrendUnit, trendUnits } from './local-trend.ts';

/** Views that list the values of one property. */
export const breakdownViews = {
  countries: 'country',
  devices: 'device',
  referrers: 'referrer',
  browsers: 'browser',
  systems: 'system',
} as const satisfies Record<string, Dimension>;

export const projectViews = [
  'summary',
  'trend',
  'countries',
  'devices',
  'referrers',
  'hours',
  'browsers',
  'systems',
] as const;
export const codeViews = [...projectViews, 'rules'] as const;
export type AnalyticsView = (typeof codeViews)[number];

export function isBreakdown(view: AnalyticsView): view is keyof typeof breakdownViews {
  return Object.hasOwn(breakdownViews, view);
}

/** Days; months are those of the calendar. */
const intervals = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '12m': null } as const;
const intervalNames = Object.keys(intervals) as (keyof typeof intervals)[];
const intervalByDefault = '30d';

export const rangeDaysMax = 1_100;
export const pointsMax = 1_000;
const limitBounds = { default: 50, max: 250 };

export interface AnalyticsQuery {
  fromMs: number;
  untilMs: number;
  timeZone: string;
  /** Of a trend. */
  unit: TrendUnit;
  /** Of a breakdown. */
  limit: number;
}

/** The query parameters that a view understands. */
export function parametersOf(view: AnalyticsView): string[] {
  const own = view === 'trend' ? ['unit'] : isBreakdown(view) ? ['limit'] : [];
  return ['start', 'end', 'interval', 'timezone', ...own];
}

/** @param timeZone of the account. */
export function parseAnalyticsQuery(
  query: Record<string, unknown>,
  view: AnalyticsView,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): Parsed<AnalyticsQuery> {
  const repeated = Object.entries(query).find(([, value]) => typeof value !== 'string');
  if (repeated !== undefined) return refuseField(repeated[0], 'must be given only once.');
  const given = query as Record<string, string>;
  const zone = parseZone(given['timezone'], timeZone);
  const parts = parseAll({
    timeZone: zone,
    range: parseRange(given, nowMs, zone.ok ? zone.value : timeZone),
    unit: parseUnit(given['unit']),
    limit: parseLimit(given['limit']),
  });
  if (!parts.ok) return parts;
  const { range, unit: asked, ...rest } = parts.value;
  const unit = asked ?? unitFor(range.untilMs - range.fromMs);
  const result = { ...range, ...rest, unit };
  if (view === 'trend' && localPeriods(result, pointsMax) === null)
    return refuse(
      `unit ${unit} gives more than ${pointsMax} points for this range. Choose a longer unit or a shorter range.`,
      'unit',
    );
  return accept(result);
}

function parseZone(raw: string | undefined, byDefault: string): Parsed<string> {
  if (raw === undefined) return accept(byDefault);
  // The response repeats the name as it was given; the canonical one may be older.
  return parseTimeZone(raw) === null
    ? refuseField('timezone', 'must be an IANA name such as Europe/Lisbon.')
    : accept(raw);
}

function parseRange(
  { start, end, interval }: Record<string, string>,
  nowMs: number,
  timeZone: string,
): Parsed<{ fromMs: number; untilMs: number }> {
  if (start === undefined) {
    if (end !== undefined) return refuseField('end', 'needs start.');
    const name = intervalNames.find((known) => known === (interval ?? intervalByDefault));
    if (name === undefined) return refuseField('interval', `must be one of ${intervalNames.join(', ')}.`);
    return accept({ fromMs: floorToSlot(startOf(name, nowMs, timeZone)), untilMs: nowMs });
  }
  if (interval !== undefined) return refuseField('interval', "can't be combined with start.");
  const bounds = parseAll({
    fromMs: parseInstant('start', start),
    untilMs: end === undefined ? accept(nowMs) : parseInstant('end', end),
  });
  if (!bounds.ok) return bounds;
  const { fromMs, untilMs } = bounds.value;
  if (fromMs >= untilMs)
    return refuseField('start', end === undefined ? 'must be in the past.' : 'must be earlier than end.');
  if (untilMs - fromMs > rangeDaysMax * dayMs)
    return refuseField('start', `must be at most ${rangeDaysMax} days before end.`);
  return bounds;
}

function parseInstant(field: string, raw: string): Parsed<number> {
  const ms = parseTimestamp(raw)?.getTime();
  if (ms === undefined)
    return refuseField(field, 'must be an RFC 3339 timestamp such as 2027-01-31T18:00:00Z.');
  return ms % slotMs === 0 ? accept(ms) : refuseField(field, 'must be a whole quarter of an hour.');
}

function parseUnit(raw: string | undefined): Parsed<TrendUnit | null> {
  if (raw === undefined) return accept(null);
  const unit = trendUnits.find((known) => known === raw);
  return unit === undefined ? refuseField('unit', `must be one of ${trendUnits.join(', ')}.`) : accept(unit);
}

function parseLimit(raw: string | undefined): Parsed<number> {
  if (raw === undefined) return accept(limitBounds.default);
  const limit = /^[0-9]{1,4}$/.test(raw) ? Number(raw) : 0;
  if (limit >= 1 && limit <= limitBounds.max) return accept(limit);
  return refuseField('limit', `must be a whole number from 1 to ${limitBounds.max}.`);
}

function startOf(interval: keyof typeof intervals, nowMs: number, timeZone: string): number {
  const days = intervals[interval];
  if (days !== null) return nowMs - days * dayMs;
  const local = new Date(nowMs + zoneOffsetMs(timeZone, nowMs));
  const yearAgo = local.setUTCFullYear(local.getUTCFullYear() - 1);
  return yearAgo - zoneOffsetMs(timeZone, yearAgo - zoneOffsetMs(timeZone, yearAgo));
}

export function floorToSlot(ms: number): number {
  return Math.floor(ms / slotMs) * slotMs;
}

function unitFor(rangeMs: number): TrendUnit {
  if (rangeMs <= 3 * dayMs) return 'hour';
  return rangeMs <= 180 * dayMs ? 'day' : 'month';
}
