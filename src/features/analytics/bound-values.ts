import type { DayTally } from '#core/analytics/tally-scans.ts';
import type { Tx } from '../database.ts';
import { listValuesOf } from './rollup-queries.ts';

/** Visitors choose the values of their headers, so a code stores a limited number of different values per day and adds up the rest as one. */
const valuesMax = 200;
export const otherValue = '…';

export async function boundValues(tx: Tx, days: DayTally[]): Promise<DayTally[]> {
  const chosen = days.filter(({ dimension }) => dimension === 'referrer');
  const known = new Map<string, Set<string>>();
  const keyOf = (subjectId: string, day: string) => `${subjectId} ${day}`;
  const subjects = new Map(chosen.map(({ subjectId, day }) => [keyOf(subjectId, day), { subjectId, day }]));
  for (const { subject_id, day, value } of await listValuesOf(tx, 'referrer', [...subjects.values()])) {
    const key = keyOf(subject_id, day);
    known.set(key, (known.get(key) ?? new Set()).add(value));
  }
  const bounded = days.filter(({ dimension }) => dimension !== 'referrer');
  const others = new Map<string, DayTally>();
  for (const tally of chosen) {
    const key = keyOf(tally.subjectId, tally.day);
    const values = known.get(key) ?? new Set();
    known.set(key, values);
    if (values.has(tally.value) || values.size < valuesMax) {
      values.add(tally.value);
      bounded.push(tally);
    } else others.set(key, addTally(others.get(key), tally));
  }
  return [...bounded, ...others.values()];
}

function addTally(sum: DayTally | undefined, tally: DayTally): DayTally {
  if (sum === undefined) return { ...tally, value: otherValue };
  const slots = new Map(sum.slots);
  for (const [slot, scans] of tally.slots) slots.set(slot, (slots.get(slot) ?? 0) + scans);
  return { ...sum, scans: sum.scans + tally.scans, slots };
}
