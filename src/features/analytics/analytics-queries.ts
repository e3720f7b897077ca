import { type RawBuilder, sql } from 'kysely';
import {
  dimensions as allDimensions,
  type Dimension,
  slotMs,
  slotsOfDay,
} from '#core/analytics/dimension.ts';
import type { MomentRange } from '#core/analytics/local-series.ts';
import type { DayRange, UtcParts } from '#core/analytics/utc-parts.ts';
import type { Db } from '../database.ts';

export interface TotalDay {
  day: string;
  scans: number;
  slots: number[];
  visitors: number;
}

export async function listTotalDays(
  db: Db,
  subjectId: string,
  first: string,
  last: string,
): Promise<TotalDay[]> {
  const { rows } = await sql<Packed<TotalDay>>`
    select to_char(day, 'YYYY-MM-DD') as day, scans, array_send(slots) as slots, visitors from scan_days
    where subject_id = ${subjectId} and dimension = 'total' and value = '' and day between ${first} and ${last}
    order by day`.execute(db);
  return rows.map(unpack);
}

/** The first and the last quarter hour with a scan; null if there is none. */
export async function findScanSpan(
  db: Db,
  subjectId: string,
): Promise<{ first: SlotTime; last: SlotTime } | null> {
  const at = (order: 'asc' | 'desc') => sql`(
    select json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'slot', slots[${order === 'asc' ? sql`1` : sql`cardinality(slots) - 1`}])
    from scan_days where subject_id = ${subjectId} and dimension = 'total' and value = ''
    order by day ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ first: SlotTime | null; last: SlotTime | null }>`
    select ${at('asc')} as first, ${at('desc')} as last`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  return first && last && { first, last };
}

export interface SlotTime {
  day: string;
  slot: number;
}

export function slotStartMs({ day, slot }: SlotTime): number {
  return Date.parse(`${day}T00:00:00Z`) + slot * slotMs;
}

export interface ValueCount {
  dimension: Dimension;
  value: string;
  scans: number;
}

/** Months and days, summed up in the database. */
export async function listValueCounts(
  db: Db,
  subjectId: string,
  dimensions: readonly Dimension[],
  { months, dayRanges, surplusRanges }: UtcParts,
): Promise<ValueCount[]> {
  const sumOf = ([first, last]: DayRange, sign: RawBuilder<unknown>) => sql`
    select dimension, value, ${sign} sum(scans)::bigint as scans from scan_days
    where subject_id = ${subjectId} and dimension = any(${[...dimensions]}) and day between ${first} and ${last} group by 1, 2`;
  const whole = sql`select dimension, value, sum(scans)::bigint as scans from scan_months
    where subject_id = ${subjectId} and dimension = any(${[...dimensions]}) and month = any(${months}::date[]) group by 1, 2`;
  const parts = [
    whole,
    ...dayRanges.map((range) => sumOf(range, sql``)),
    ...surplusRanges.map((range) => sumOf(range, sql`-`)),
  ];
  const { rows } = await sql<ValueCount>`select dimension, value, sum(scans)::bigint as scans
    from (${sql.join(parts, sql` union all `)}) parts group by 1, 2`.execute(db);
  return rows;
}

export interface ValueDay {
  dimension: Dimension;
  day: string;
  value: string;
  slots: number[];
}

/** Of partial days, with at least the quarter hours of the range: those of a busy day are cut in the database, because turning numbers into text takes long. */
export async function listValueDays(
  db: Db,
  subjectId: string,
  dimensions: readonly Dimension[],
  days: string[],
  { fromMs, untilMs }: MomentRange,
): Promise<ValueDay[]> {
  if (days.length === 0) return [];
  const parts = days.map((day) => {
    const startMs = Date.parse(`${day}T00:00:00Z`);
    const first = Math.max(0, Math.floor((fromMs - startMs) / slotMs));
    const end = Math.min(slotsOfDay, Math.ceil((untilMs - startMs) / slotMs));
    return sql`select dimension, ${day} as day, value, array_send(
        case when cardinality(slots) = ${2 * slotsOfDay}::int then slots[${2 * first + 1}::int:${2 * end}::int] else slots end) as slots
      from scan_days where subject_id = ${subjectId} and dimension = any(${[...dimensions]}) and day = ${day}::date`;
  });
  const { rows } = await sql<Packed<ValueDay>>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map(unpack);
}

/** Everything of some days, or only some dimensions of it. */
export async function listDays(
  db: Db,
  subjectId: string,
  first: string,
  last: string,
  dimensions: readonly (Dimension | 'total')[] = ['total', ...allDimensions],
): Promise<(Omit<ValueDay, 'dimension'> & { dimension: Dimension | 'total' })[]> {
  const { rows } = await sql<
    Packed<ValueDay>
  >`select dimension, to_char(day, 'YYYY-MM-DD') as day, value, array_send(slots) as slots from scan_days
    where subject_id = ${subjectId} and dimension = any(${[...dimensions]}) and day between ${first} and ${last}
    order by day`.execute(db);
  return rows.map(unpack);
}

/** Hundreds of thousands of numbers, as PostgreSQL sends arrays: as text, they would take several times as long. */
export type Packed<Row> = Omit<Row, 'slots'> & { slots: Buffer };

export function unpack<Row extends { slots: Buffer }>(row: Row): Omit<Row, 'slots'> & { slots: number[] } {
  return Object.assign(row, { slots: readNumbers(row.slots) });
}

/** Of an array with one dimension: each number has four bytes and follows its length. */
const headerBytes = 20;
const itemBytes = 8;

function readNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = headerBytes + 4; at < bytes.length; at += itemBytes) numbers.push(bytes.readInt32BE(at));
  return numbers;
}
