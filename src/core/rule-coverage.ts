import { deviceClasses, type RedirectRule, weekdays } from './redirect-rule.ts';
import { compileRule, holdsFor, type ScanRule } from './resolve-scan.ts';

const minutesOfDay = 24 * 60;

/** A stretch of a day on the owner's clock, and the rules that hold in it, by their index. */
export interface ScheduleStretch {
  startMinute: number;
  endMinute: number;
  /** The first of them wins. */
  rules: number[];
}

/** Which rules some visitor at some time can meet: one that others before it always win over is never met. */
export function reachableRules(source: readonly RedirectRule[]): boolean[] {
  const rules = source.map(compileRule);
  const reachable = rules.map(() => false);
  const countries = new Set<string | null>([null]);
  for (const rule of rules)
    for (const condition of rule.kind === 'visitor' ? rule.conditions : [])
      if (condition.kind === 'country') countries.add(condition.country);
  const times = weekdays.flatMap((_, day) => stretchesOf(rules, day));
  for (const device of deviceClasses) {
    for (const country of countries) {
      for (const { rules: held } of times) {
        const winner = rules.findIndex((rule, index) =>
          rule.kind === 'schedule'
            ? held.includes(index)
            : rule.conditions.every((condition) => holdsFor(condition, { device, country })),
        );
        if (winner !== -1) reachable[winner] = true;
      }
    }
  }
  return reachable;
}

/** The schedule rules of a day (0 is Monday), stretch by stretch; together they are the whole day. */
export function scheduleOf(source: readonly RedirectRule[], day: number): ScheduleStretch[] {
  return stretchesOf(source.map(compileRule), day);
}

function stretchesOf(rules: readonly ScanRule[], day: number): ScheduleStretch[] {
  const ofDay = rules.flatMap((rule, index) =>
    rule.kind === 'schedule' && rule.days.has(day) ? [{ ...rule, index }] : [],
  );
  const edges = [0, minutesOfDay, ...ofDay.flatMap(({ startMinute, endMinute }) => [startMinute, endMinute])];
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((startMinute, index) => ({
    startMinute,
    endMinute: sorted[index + 1] ?? minutesOfDay,
    rules: ofDay
      .filter((rule) => rule.startMinute <= startMinute && rule.endMinute > startMinute)
      .map((rule) => rule.index),
  }));
}
