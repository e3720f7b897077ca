import {
  type AnalyticsQuery,
  type AnalyticsView,
  breakdownViews,
  floorToSlot,
  isBreakdown,
} from '#core/analytics/analytics-query.ts';
import { dayMs } from '#core/analytics/dimension.ts';
import { localSeries, scansWithin } from '#core/analytics/local-series.ts';
import { localTrend, zonedTimestamp } from '#core/analytics/local-trend.ts';
import { weekdays } from '#core/weekdays.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { findScanSpan, slotStartMs } from './analytics-queries.ts';
import { type AnalyticsSource, readFromSource } from './analytics-source.ts';
import { readBreakdowns } from './read-breakdowns.ts';
import { dayOf, readTotals } from './read-totals.ts';

const earliestMs = Date.parse('0001-01-01T00:00:00Z');
/** Rules of a code, and its target. */
const rulesMax = 100;

/** One view of the API: the range, up to when it is complete, and its numbers. */
export function readView(
  db: Db,
  ledgers: LedgerDatabases,
  subjectId: string,
  view: AnalyticsView,
  query: AnalyticsQuery,
  nowMs: number,
): Promise<Record<string, unknown>> {
  return readFromSource(db, ledgers, subjectId, async (source) => ({
    start: new Date(query.fromMs).toISOString(),
    end: new Date(query.untilMs).toISOString(),
    timezone: query.timeZone,
    // If it is unknown what is missing, it may be everything.
    data_through: new Date(source.isComplete ? nowMs : (source.missingSinceMs ?? query.fromMs)).toISOString(),
    ...(await numbersOf(source, view, query)),
  }));
}

function numbersOf(source: AnalyticsSource, view: AnalyticsView, query: AnalyticsQuery) {
  if (isBreakdown(view)) return breakdown(source, query, breakdownViews[view]);
  const read = { summary, trend, hours, rules };
  return read[view](source, query);
}

async function summary(source: AnalyticsSource, { fromMs, untilMs }: AnalyticsQuery) {
  // PostgreSQL has no year 0.
  const previousMs = Math.max(earliestMs, floorToSlot(fromMs - (untilMs - fromMs)));
  const previous = { fromMs: previousMs, untilMs: fromMs };
  const days = await readTotals(source, { fromMs: previous.fromMs, untilMs });
  const sum = (range: { fromMs: number; untilMs: number }) =>
    days.reduce((total, counts) => total + scansWithin(counts, range), 0);
  const touched = days.filter(({ day }) => day >= dayOf(fromMs) && day <= dayOf(untilMs - 1));
  const span = await readSpan(source);
  return {
    scans: sum({ fromMs, untilMs }),
    previous_scans: sum(previous),
    visitor_days: touched.reduce((total, { visitors }) => total + visitors, 0),
    first_scan_at: span && new Date(span.firstMs).toISOString(),
    last_scan_at: span && new Date(span.lastMs).toISOString(),
  };
}

/** Of all time, to the quarter hour. */
async function readSpan({
  tx,
  subjectId,
  open,
}: AnalyticsSource): Promise<{ firstMs: number; lastMs: number } | null> {
  const known = await findScanSpan(tx, subjectId);
  const totals = open.filter(({ dimension }) => dimension === 'total');
  const recent = totals.flatMap(({ day, slots }) => [...slots.keys()].map((slot) => ({ day, slot })));
  const times = [...(known === null ? [] : [known.first, known.last]), ...recent].map(slotStartMs);
  return times.length === 0 ? null : { firstMs: Math.min(...times), lastMs: Math.max(...times) };
}

async function trend(source: AnalyticsSource, query: AnalyticsQuery) {
  const points = localTrend(await readTotals(source, query), query);
  return {
    unit: query.unit,
    points: points.map(({ startMs, endMs, scans }) => ({
      start: zonedTimestamp(startMs, query.timeZone),
      end: zonedTimestamp(endMs, query.timeZone),
      scans,
    })),
  };
}

async function hours(source: AnalyticsSource, query: AnalyticsQuery) {
  const { heat } = localSeries(await readTotals(source, query), { ...query, unit: 'day' });
  const items = weekdays.flatMap((weekday, row) =>
    Array.from({ length: dayMs / 3_600_000 }, (_, hour) => ({
      weekday,
      hour,
      scans: heat[row]?.[hour] ?? 0,
    })),
  );
  return { items };
}

async function breakdown(
  source: AnalyticsSource,
  query: AnalyticsQuery,
  dimension: (typeof breakdownViews)[keyof typeof breakdownViews],
) {
  const { [dimension]: found } = await readBreakdowns(source, query, [dimension], query.limit);
  const items = found?.items.map(({ value, scans }) => ({ value: value === '' ? null : value, scans }));
  return { items: items ?? [], other_scans: found?.otherScans ?? 0 };
}

/** By place in the list when scanned; null is the target itself. */
async function rules(source: AnalyticsSource, query: AnalyticsQuery) {
  const { rule } = await readBreakdowns(source, query, ['rule'], rulesMax);
  const items = rule.items.map(({ value, scans }) => ({ rule: value === '' ? null : Number(value), scans }));
  return { items: items.sort((a, b) => (a.rule ?? 0) - (b.rule ?? 0)) };
}
