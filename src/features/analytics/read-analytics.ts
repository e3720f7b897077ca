import { type Dimension, dimensions } from '#core/analytics/dimension.ts';
import { localSeries, type MomentRange, type SeriesUnit, scansWithin } from '#core/analytics/local-series.ts';
import { localTrend, zonedTimestamp } from '#core/analytics/local-trend.ts';
import { previousRange } from '#core/analytics/previous-range.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { type AnalyticsSource, readFromSource } from './analytics-source.ts';
import { otherValue } from './bound-values.ts';
import { type Breakdown, readBreakdowns } from './read-breakdowns.ts';
import { dayOf, readTotals, type TotalCounts } from './read-totals.ts';

/** More distinct values are added up as one. */
const valuesMax = 50;

export interface AnalyticsQuestion extends MomentRange {
  /** A code or a project. */
  subjectId: string;
  /** The owner's time zone. */
  timeZone: string;
  unit: SeriesUnit;
}

export interface Analytics {
  scans: number;
  /** False if so much is not rolled up that it is left out, or a ledger server is away. */
  isCurrent: boolean;
  /** Unique visitors per UTC day. For a day that is only partly in the range, at most as many as its scans in the range. */
  visitors: { day: string; visitors: number }[];
  /** Of the previous period, for comparison. */
  previousScans: number;
  previous: { from: Date; until: Date };
  /** Every hour, day or month of the range, with its local time. */
  points: { at: string; scans: number }[];
  /** The same for the previous period. */
  previousPoints: { at: string; scans: number }[];
  /** By weekday (0 is Monday) and hour in the owner's time zone. */
  heat: number[][];
  breakdowns: Record<Dimension, { value: string; scans: number }[]>;
}

/** All numbers that a page of the dashboard shows about a code or project. */
export function readAnalytics(
  db: Db,
  ledgers: LedgerDatabases,
  question: AnalyticsQuestion,
): Promise<Analytics> {
  return readFromSource(db, ledgers, question.subjectId, (source) => readAll(source, question));
}

async function readAll(source: AnalyticsSource, question: AnalyticsQuestion): Promise<Analytics> {
  const before = { ...question, ...previousRange(question, question.timeZone, question.unit) };
  const days = await readTotals(source, { ...question, fromMs: before.fromMs });
  const breakdowns = await readBreakdowns(source, question, dimensions, valuesMax);
  const { scans, heat } = localSeries(days, question);
  const previousPoints = pointsOf(days, before);
  return {
    scans,
    isCurrent: source.isComplete,
    visitors: visitorsOf(days, question),
    previousScans: previousPoints.reduce((sum, point) => sum + point.scans, 0),
    previous: { from: new Date(before.fromMs), until: new Date(before.untilMs) },
    points: pointsOf(days, question),
    previousPoints,
    heat,
    breakdowns: Object.fromEntries(
      Object.entries(breakdowns).map(([dimension, breakdown]) => [dimension, withRest(breakdown)]),
    ) as Analytics['breakdowns'],
  };
}

/** Visitors are counted for whole UTC days, so a part of a day can have at most as many as it has scans. */
function visitorsOf(days: TotalCounts[], range: MomentRange): Analytics['visitors'] {
  const [firstDay, lastDay] = [dayOf(range.fromMs), dayOf(range.untilMs - 1)];
  const scansOf = new Map<string, number>();
  for (const counts of days)
    scansOf.set(counts.day, (scansOf.get(counts.day) ?? 0) + scansWithin(counts, range));
  return days
    .filter(({ day, visitors }) => visitors > 0 && day >= firstDay && day <= lastDay)
    .map(({ day, visitors }) => ({ day, visitors: Math.min(visitors, scansOf.get(day) ?? 0) }));
}

function pointsOf(days: TotalCounts[], question: AnalyticsQuestion): Analytics['points'] {
  return localTrend(days, question).map(({ startMs, scans }) => ({
    at: zonedTimestamp(startMs, question.timeZone),
    scans,
  }));
}

/** The rest is an item too. */
function withRest({ items, otherScans }: Breakdown): { value: string; scans: number }[] {
  return otherScans === 0 ? items : [...items, { value: otherValue, scans: otherScans }];
}
