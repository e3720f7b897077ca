import { type Parsed, refuseField } from '../parsed.ts';
import { dayNames, type Weekday, weekdays } from '../weekdays.ts';
import type { RuleCondition } from './condition.ts';

/** A time range on days of the week, in the owner's time zone. */
export interface Schedule {
  days: Weekday[];
  startMinute: number;
  /** Exclusive. */
  endMinute: number;
}

export const minutesOfDay = 24 * 60;
const endOfDay = '23:59';
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeField = { schema: { type: 'string', example: '09:00' }, control: 'time' } as const;

export const scheduleCondition: RuleCondition<Schedule> = {
  label: 'Time',
  summary:
    'Days of the week and a time of day, in the time zone of the account. The start is inclusive and the end is exclusive; an end of `23:59` means midnight.',
  isCombinable: false,
  fields: {
    schedule_days: {
      label: 'Days',
      schema: { type: 'array', items: { type: 'string', enum: weekdays }, minItems: 1, maxItems: 7 },
      control: 'weekdays',
      initial: ['mon', 'tue', 'wed', 'thu', 'fri'],
    },
    schedule_start: {
      ...timeField,
      label: 'From',
      schema: { ...timeField.schema, description: 'In the time zone of the account.' },
      initial: '09:00',
    },
    schedule_end: {
      ...timeField,
      label: 'Until',
      schema: {
        type: 'string',
        example: '18:00',
        description: 'Must be later than the start. 23:59 means the end of the day.',
      },
      initial: '17:00',
    },
  },
  parse(source, nameOf) {
    const days = parseDays(nameOf('schedule_days'), source['schedule_days']);
    if (!days.ok) return days;
    for (const field of ['schedule_start', 'schedule_end']) {
      const value = source[field];
      if (typeof value !== 'string' || !timeOfDay.test(value))
        return refuseField(nameOf(field), 'must be a time of day as HH:mm, from 00:00 to 23:59.');
    }
    const [start, end] = [source['schedule_start'] as string, source['schedule_end'] as string];
    // "HH:mm" can be compared as text.
    if (end <= start) return refuseField(nameOf('schedule_end'), 'must be later than schedule_start.');
    // So that two rules that meet at midnight leave no gap (D50).
    const endMinute = end === endOfDay ? minutesOfDay : minuteOf(end);
    return { ok: true, value: { days: days.value, startMinute: minuteOf(start), endMinute } };
  },
  format: ({ days, startMinute, endMinute }) => ({
    schedule_days: days,
    schedule_start: clockTime(startMinute),
    schedule_end: endTime(endMinute),
  }),
  matches: (schedule, { weekday, minuteOfDay }) =>
    isOnDay(schedule, weekday) && isInWindow(schedule, minuteOfDay),
  describe({ days, startMinute, endMinute }) {
    const names =
      days.length === weekdays.length
        ? 'every day'
        : days.map((day) => dayNames[weekdays.indexOf(day)]).join(', ');
    return `${names}, ${clockTime(startMinute)}–${endTime(endMinute)}`;
  },
  explain(schedule, { weekday, minuteOfDay }) {
    const day = dayNames[weekday];
    if (!isOnDay(schedule, weekday)) return `${day} is not one of its days.`;
    const where = isInWindow(schedule, minuteOfDay) ? 'within' : 'outside';
    return `${day} ${clockTime(minuteOfDay)} is ${where} ${clockTime(schedule.startMinute)}–${endTime(schedule.endMinute)}.`;
  },
  cases: (schedules) =>
    weekdays.flatMap((_, weekday) =>
      startsOf(schedules, weekday).map((minuteOfDay) => ({ weekday, minuteOfDay })),
    ),
};

/** The minutes of a day (0 is Monday) at which something may change, starting with midnight. */
export function startsOf(schedules: readonly Schedule[], weekday: number): number[] {
  const edges = schedules
    .filter((schedule) => isOnDay(schedule, weekday))
    .flatMap(({ startMinute, endMinute }) => [startMinute, endMinute]);
  return [...new Set([0, ...edges])].filter((minute) => minute < minutesOfDay).sort((a, b) => a - b);
}

/** `09:30`. */
export function clockTime(minuteOfDay: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

function endTime(endMinute: number): string {
  return endMinute === minutesOfDay ? endOfDay : clockTime(endMinute);
}

function isOnDay({ days }: Schedule, weekday: number): boolean {
  const day = weekdays[weekday];
  return day !== undefined && days.includes(day);
}

function isInWindow({ startMinute, endMinute }: Schedule, minuteOfDay: number): boolean {
  return minuteOfDay >= startMinute && minuteOfDay < endMinute;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function parseDays(name: string, source: unknown): Parsed<Weekday[]> {
  const allowed = weekdays.join(', ');
  if (!Array.isArray(source) || source.length === 0 || source.length > weekdays.length)
    return refuseField(name, `must be an array of one to seven of ${allowed}.`);
  const days: Weekday[] = [];
  for (const entry of source) {
    const day = weekdays.find((weekday) => weekday === entry);
    if (day === undefined) return refuseField(name, `must contain only ${allowed}.`);
    days.push(day);
  }
  return { ok: true, value: days };
}
