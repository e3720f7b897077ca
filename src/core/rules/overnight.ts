import { type Weekday, weekdays } from '../weekdays.ts';

type RuleSource = Record<string, unknown>;

const midnight = '00:00';
/** As the end of a rule. */
const endOfDay = '23:59';
const timeOfDay = /^\d\d:\d\d$/;

/** Whether a time range of a rule goes on after midnight. */
function isOvernight({ condition, schedule_start: start, schedule_end: end }: RuleSource): boolean {
  const isTime = [start, end].every((time) => typeof time === 'string' && timeOfDay.test(time));
  // "HH:mm" can be compared as text.
  return condition === 'schedule' && isTime && String(end) < String(start);
}

/** A time range over midnight as it is stored: until midnight, and on the next day from midnight on. */
export function splitOvernight(source: RuleSource): RuleSource[] {
  if (!isOvernight(source)) return [source];
  const evening = { ...source, schedule_end: endOfDay };
  if (source['schedule_end'] === midnight) return [evening];
  return [evening, { ...source, schedule_days: nextDays(source['schedule_days']), schedule_start: midnight }];
}

function nextDays(days: unknown): unknown {
  if (!Array.isArray(days)) return days;
  const next = new Set(days.map((day) => weekdays[(weekdays.indexOf(day as Weekday) + 1) % weekdays.length]));
  return weekdays.filter((day) => next.has(day));
}
