import { type Dimension, dayMs, dimensions } from '#core/analytics/dimension.ts';
import { type LocalSeries, localSeries, type SeriesUnit, scansWithin } from '#core/analytics/local-series.ts';
import { previousRange } from '#core/analytics/previous-range.ts';
import { type DayTally, tallyScans } from '#core/analytics/tally-scans.ts';
import { utcParts } from '#core/analytics/utc-parts.ts';
import type { Db, Tx } from '../database.ts';
import { listTotalDays, listValueCounts, listValueDays } from './analytics-queries.ts';
import { otherValue } from './bound-values.ts';
import { listOpenBatches } from './rollup-queries.ts';

/** More distinct values are summed up as one. */
const valuesMax = 50;
/** Seconds of scans, as a rule: those that are not in the roll-ups yet. */
const openMax = { rows: 2_000, events: 20_000 };

export interface AnalyticsQuestion {
  /** A code or a project. */
  subjectId: string;
  fromMs: number;
  untilMs: number;
  /** The owner's. */
  timeZone: string;
  unit: SeriesUnit;
}

export interface Analytics {
  scans: number;
  /** False while so much waits to be rolled up that it is left out. */
  isCurrent: boolean;
  /** Different ones on each UTC day that the range touches. */
  visitors: { day: string; visitors: number }[];
  /** Of the time before that it is compared with. */
  previousScans: number;
  previous: { from: Date; until: Date };
  points: { at: string; scans: number }[];
  /** The same of the time before. */
  previousPoints: { at: string; scans: number }[];
  /** By weekday (0 is Monday) and hour on the owner's clock. */
  heat: number[][];
  breakdowns: Record<Dimension, { value: string; scans: number }[]>;
}

/** Everything that pages show of a code or project. The only place that reads roll-ups: another store would stand behind it. */
export function readAnalytics(db: Db, question: AnalyticsQuestion): Promise<Analytics> {
  // At one moment: a batch is either open or rolled up.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readAt(tx, question));
}

async function readAt(db: Tx, question: AnalyticsQuestion): Promise<Analytics> {
  const { subjectId, fromMs, untilMs } = question;
  const before = previousRange(question, question.timeZone, question.unit);
  const tallied = await tallyOpen(db, subjectId);
  const open = tallied ?? [];
  const known = await listTotalDays(db, subjectId, dayOf(before.fromMs), dayOf(untilMs));
  const openTotals = open.filter(({ dimension }) => dimension === 'total');
  const days = [...known, ...openTotals.map((tally) => ({ ...tally, slots: pairsOf(tally), visitors: 0 }))];
  const series = localSeries(days, question);
  const previous = localSeries(days, { ...question, ...before });
  const [firstDay, lastDay] = [dayOf(fromMs), dayOf(untilMs - 1)];
  const inRange = known.filter(({ day }) => day >= firstDay && day <= lastDay);
  return {
    scans: series.scans,
    isCurrent: tallied !== null,
    visitors: inRange.map(({ day, visitors }) => ({ day, visitors })),
    previousScans: previous.scans,
    previous: { from: new Date(before.fromMs), until: new Date(before.untilMs) },
    points: pointsOf(series),
    previousPoints: pointsOf(previous),
    heat: series.heat,
    breakdowns: await readBreakdowns(db, question, open),
  };
}

async function readBreakdowns(
  db: Db,
  question: AnalyticsQuestion,
  open: DayTally[],
): Promise<Analytics['breakdowns']> {
  const parts = utcParts(question.fromMs, question.untilMs);
  const sums = new Map<string, number>();
  const add = (dimension: string, value: string, scans: number) => {
    const key = `${dimension} ${value}`;
    sums.set(key, (sums.get(key) ?? 0) + scans);
  };
  for (const row of await listValueCounts(db, question.subjectId, parts))
    add(row.dimension, row.value, row.scans);
  const partial = await listValueDays(db, question.subjectId, parts.partialDays);
  const recent = open
    .filter(({ dimension }) => dimension !== 'total')
    .map((tally) => ({ ...tally, slots: pairsOf(tally) }));
  for (const row of [...partial, ...recent]) add(row.dimension, row.value, scansWithin(row, question));
  const breakdown = (dimension: Dimension) => {
    const prefix = `${dimension} `;
    const values = [...sums].filter(([key, scans]) => key.startsWith(prefix) && scans > 0);
    return topValues(values.map(([key, scans]) => ({ value: key.slice(prefix.length), scans })));
  };
  return Object.fromEntries(
    dimensions.map((dimension) => [dimension, breakdown(dimension)]),
  ) as Analytics['breakdowns'];
}

function pointsOf({ points }: LocalSeries): { at: string; scans: number }[] {
  return [...points].map(([at, scans]) => ({ at, scans })).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** The largest, and the rest as one, named as one. */
function topValues(values: { value: string; scans: number }[]): { value: string; scans: number }[] {
  const sorted = values.sort((a, b) => b.scans - a.scans || (a.value < b.value ? -1 : 1));
  const rest = sorted.slice(valuesMax).reduce((sum, { scans }) => sum + scans, 0);
  return rest === 0 ? sorted : [...sorted.slice(0, valuesMax), { value: otherValue, scans: rest }];
}

/** What was counted and is not in the roll-ups yet; null if there is so much of it that a page can't wait for it. */
async function tallyOpen(db: Db, subjectId: string): Promise<DayTally[] | null> {
  const batches = await listOpenBatches(db, subjectId, openMax);
  if (batches === null) return null;
  // Of a code or of its project: the same scans either way.
  return tallyScans(batches, () => undefined).days.map((tally) => ({ ...tally, subjectId }));
}

function pairsOf({ slots }: DayTally): number[] {
  return [...slots].flat();
}

function dayOf(ms: number): string {
  return new Date(Math.floor(ms / dayMs) * dayMs).toISOString().slice(0, 10);
}
