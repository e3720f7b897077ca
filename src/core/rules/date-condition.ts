import {
  type CalendarDay,
  calendarDay,
  calendarDayText,
  dayNumber,
  parseCalendarDay,
} from '../calendar-day.ts';
import { accept, refuseField } from '../parsed.ts';
import type { RuleCondition } from './condition.ts';

/** Days in the owner's time zone, the last one included. */
export interface DateRange {
  start: CalendarDay;
  end: CalendarDay;
  /** Every year: only month and day count, and the range may go beyond New Year. */
  yearly: boolean;
}

const dateSchema = { type: 'string', format: 'date' };

export const dateCondition: RuleCondition<DateRange> = {
  label: 'Date',
  summary:
    'From one day to another, both included, in the time zone of the account. With `yearly`, only month and day count, and the range may go beyond New Year. The 29th of February exists in leap years only.',
  isCombinable: true,
  fields: {
    date_start: {
      label: 'First day',
      schema: { ...dateSchema, example: '2026-12-01', description: 'In the time zone of the account.' },
      control: 'date',
      initial: '',
    },
    date_end: {
      label: 'Last day',
      schema: { ...dateSchema, example: '2026-12-26', description: 'Included.' },
      control: 'date',
      initial: '',
    },
    yearly: {
      label: 'Every year',
      schema: { type: 'boolean', description: 'Only month and day count. Without it: false.' },
      control: 'switch',
      isOptional: true,
      initial: false,
    },
  },
  parse(source, nameOf) {
    const start = parseCalendarDay(source['date_start']);
    if (start === null) return refuseField(nameOf('date_start'), 'must be a day such as 2026-12-24.');
    const end = parseCalendarDay(source['date_end']);
    if (end === null) return refuseField(nameOf('date_end'), 'must be a day such as 2026-12-24.');
    const { yearly = false } = source;
    if (typeof yearly !== 'boolean') return refuseField(nameOf('yearly'), 'must be true or false.');
    if (!yearly && dayNumber(end) < dayNumber(start))
      return refuseField(nameOf('date_end'), `must not be before ${nameOf('date_start').split('.').at(-1)}.`);
    return accept({ start, end, yearly });
  },
  format: ({ start, end, yearly }) => ({
    date_start: calendarDayText(start),
    date_end: calendarDayText(end),
    yearly,
  }),
  matches: (range, { day }) => contains(range, day),
  describe: (range) => `${rangeText(range)}${range.yearly ? ', every year' : ''}`,
  explain(range, { day }) {
    const where = contains(range, day) ? 'within' : 'outside';
    return `${dayText(calendarDay(day), true)} is ${where} ${rangeText(range)}${range.yearly ? ' of every year' : ''}.`;
  },
  cases: (ranges) => daysToTell(ranges).map((day) => ({ day })),
};

function contains({ start, end, yearly }: DateRange, day: number): boolean {
  if (!yearly) return day >= dayNumber(start) && day <= dayNumber(end);
  const [first, last, place] = [start, end, calendarDay(day)].map(placeInYear) as [number, number, number];
  return first <= last ? place >= first && place <= last : place >= first || place <= last;
}

/** Grows with the days of a year. */
function placeInYear({ month, day }: CalendarDay): number {
  return month * 32 + day;
}

function rangeText({ start, end, yearly }: DateRange): string {
  const first = dayText(start, !yearly && start.year !== end.year);
  return `${first} – ${dayText(end, !yearly)}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Dec 24, 2026`. */
function dayText({ year, month, day }: CalendarDay, withYear: boolean): string {
  return `${months[month - 1]} ${day}${withYear ? `, ${year}` : ''}`;
}

/** Ranges of every year are looked at in so many of the years that fixed ranges name. */
const yearsMax = 4;
const someYear = 2026;

/** The days at which something may change, and one before all of them. */
function daysToTell(ranges: readonly DateRange[]): number[] {
  const fixed = ranges.filter(({ yearly }) => !yearly).flatMap(({ start, end }) => [start.year, end.year]);
  const hasYearly = ranges.some(({ yearly }) => yearly);
  // Also a leap year and another one in which no fixed range holds.
  const after = Math.max(someYear, ...fixed) + 1;
  const leap = after + ((4 - (after % 4)) % 4);
  const years = hasYearly ? [leap, leap + 1, ...new Set(fixed)].slice(0, yearsMax) : [];
  const edges = ranges.flatMap(({ start, end, yearly }) =>
    (yearly ? years : [null]).flatMap((year) => [
      dayNumber({ ...start, ...(year !== null && { year }) }),
      dayNumber({ ...end, ...(year !== null && { year }) }) + 1,
    ]),
  );
  const days = [...new Set(edges)].sort((first, second) => first - second);
  return [(days[0] ?? 0) - 1, ...days];
}
