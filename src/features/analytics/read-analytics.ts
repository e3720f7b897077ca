import { type Dimension, dayMs, dimensions } from '#core/analytics/dimension.ts';
import { type LocalSeries, localSeries, type SeriesUnit, scansWithin } from '#core/analytics/local-series.ts';
import { previousRange } from '#core/analytics/previous-range.ts';
import { type DayTally, tallyScans } from '#core/analytics/tally-scans.ts';
import { utcParts } from '#core/analytics/utc-parts.ts';
import type { LedgerBatch } from '#core/ledger-record.ts';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listTotalDays, listValueCounts, listValueDays } from './analytics-queries.ts';
import { otherValue } from './bound-values.ts';
import { listOpenElsewhere, listStillOpen, type OpenElsewhere } from './open-elsewhere.ts';
import { listCodesOf, listOpenBatches } from './rollup-queries.ts';

/** More distinct values are added up as one. */
const valuesMax = 50;
/** Usually seconds of scans: those that are not rolled up yet. */
const openMax = { rows: 2_000, events: 20_000 };
/** How often a server may transfer something during the read. */
const triesMax = 5;

export interface AnalyticsQuestion {
  /** A code or a project. */
  subjectId: string;
  fromMs: number;
  untilMs: number;
  /** The owner's time zone. */
  timeZone: string;
  unit: SeriesUnit;
}

export interface Analytics {
  scans: number;
  /** False if so much is not rolled up that it is left out, or a ledger server is away. */
  isCurrent: boolean;
  /** Unique visitors per UTC day, added up over the days of the range. */
  visitors: { day: string; visitors: number }[];
  /** Of the previous period, for comparison. */
  previousScans: number;
  previous: { from: Date; until: Date };
  points: { at: string; scans: number }[];
  /** The same for the previous period. */
  previousPoints: { at: string; scans: number }[];
  /** By weekday (0 is Monday) and hour in the owner's time zone. */
  heat: number[][];
  breakdowns: Record<Dimension, { value: string; scans: number }[]>;
}

/** All numbers that pages show about a code or project. This is the only reader of roll-ups, so that the storage can be replaced. */
export async function readAnalytics(
  db: Db,
  ledgers: LedgerDatabases,
  question: AnalyticsQuestion,
): Promise<Analytics> {
  for (let attempt = 1; ; attempt++) {
    // The other servers first: later transfers are detected by their number.
    const elsewhere = await listOpenElsewhere(db, ledgers, question.subjectId, openMax);
    // From one snapshot: a batch is either open or rolled up.
    const analytics = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readAt(tx, question, elsewhere, attempt === triesMax));
    if (analytics !== null) return analytics;
  }
}

/** Null if another server has transferred meanwhile what it reported as open. */
async function readAt(
  db: Tx,
  question: AnalyticsQuestion,
  elsewhere: OpenElsewhere[] | null,
  isLastTry: boolean,
): Promise<Analytics | null> {
  const others = elsewhere === null ? [] : await listStillOpen(db, elsewhere);
  if (others === null && !isLastTry) return null;
  const { subjectId, fromMs, untilMs } = question;
  const before = previousRange(question, question.timeZone, question.unit);
  const tallied = elsewhere === null || others === null ? null : await tallyOpen(db, subjectId, others);
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

/** The largest values, and the rest as one. */
function topValues(values: { value: string; scans: number }[]): { value: string; scans: number }[] {
  const sorted = values.sort((a, b) => b.scans - a.scans || (a.value < b.value ? -1 : 1));
  const rest = sorted.slice(valuesMax).reduce((sum, { scans }) => sum + scans, 0);
  return rest === 0 ? sorted : [...sorted.slice(0, valuesMax), { value: otherValue, scans: rest }];
}

/** Counted scans that are not rolled up yet; null if there are too many for a page to wait. */
async function tallyOpen(
  db: Db,
  subjectId: string,
  others: readonly LedgerBatch[],
): Promise<DayTally[] | null> {
  const qrIds = await listCodesOf(db, subjectId);
  const batches = qrIds === null ? null : await listOpenBatches(db, qrIds, openMax);
  if (batches === null) return null;
  // Of a code or of its project: the same scans either way.
  return tallyScans([...batches, ...others], () => undefined).days.map((tally) => ({ ...tally, subjectId }));
}

function pairsOf({ slots }: DayTally): number[] {
  return [...slots].flat();
}

function dayOf(ms: number): string {
  return new Date(Math.floor(ms / dayMs) * dayMs).toISOString().slice(0, 10);
}
