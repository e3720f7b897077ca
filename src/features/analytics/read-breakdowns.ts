import type { Dimension } from '#core/analytics/dimension.ts';
import { type MomentRange, scansWithin } from '#core/analytics/local-series.ts';
import { utcParts } from '#core/analytics/utc-parts.ts';
import { listValueCounts, listValueDays } from './analytics-queries.ts';
import type { AnalyticsSource } from './analytics-source.ts';
import { otherValue } from './bound-values.ts';
import { pairsOf } from './read-totals.ts';

export interface Breakdown {
  /** Most scans first. Empty: unknown. */
  items: { value: string; scans: number }[];
  /** Of values beyond the limit, and of values that were too many to store. */
  otherScans: number;
}

/** Scans by the values of some properties. */
export async function readBreakdowns<Wanted extends Dimension>(
  { tx, subjectId, open }: AnalyticsSource,
  range: MomentRange,
  wanted: readonly Wanted[],
  limit: number,
): Promise<Record<Wanted, Breakdown>> {
  const parts = utcParts(range.fromMs, range.untilMs);
  const sums = new Map<string, Map<string, number>>(wanted.map((dimension) => [dimension, new Map()]));
  const add = (dimension: string, value: string, scans: number) => {
    const values = sums.get(dimension);
    if (scans > 0) values?.set(value, (values.get(value) ?? 0) + scans);
  };
  for (const row of await listValueCounts(tx, subjectId, wanted, parts))
    add(row.dimension, row.value, row.scans);
  for (const row of await listValueDays(tx, subjectId, wanted, parts.partialDays, range))
    add(row.dimension, row.value, scansWithin(row, range));
  for (const tally of open)
    add(tally.dimension, tally.value, scansWithin({ ...tally, slots: pairsOf(tally) }, range));
  return Object.fromEntries(
    [...sums].map(([dimension, values]) => [dimension, largest(values, limit)]),
  ) as Record<Wanted, Breakdown>;
}

function largest(values: Map<string, number>, limit: number): Breakdown {
  const unstored = values.get(otherValue) ?? 0;
  const sorted = [...values]
    .filter(([value]) => value !== otherValue)
    .map(([value, scans]) => ({ value, scans }))
    .sort((a, b) => b.scans - a.scans || (a.value < b.value ? -1 : 1));
  const rest = sorted.slice(limit).reduce((sum, { scans }) => sum + scans, 0);
  return { items: sorted.slice(0, limit), otherScans: rest + unstored };
}
