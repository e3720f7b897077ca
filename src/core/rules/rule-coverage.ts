import type { ScanFacts } from './condition.ts';
import { type Condition, type ConditionKind, conditionKinds, conditions, holdsFor } from './conditions.ts';
import type { RedirectRule } from './redirect-rule.ts';
import { minutesOfDay, startsOf } from './schedule-condition.ts';
import { winningRule } from './winning-rule.ts';

/** A part of a day in the owner's time zone, and the indexes of the rules that match in it. */
export interface ScheduleStretch {
  startMinute: number;
  endMinute: number;
  /** The first one wins. */
  rules: number[];
}

/** A scan with values that no condition names, on Monday, 1970-01-05. */
const someScan: ScanFacts = {
  device: 'desktop',
  country: null,
  language: null,
  share: null,
  number: 1,
  slot: null,
  day: 4,
  weekday: 0,
  minuteOfDay: 0,
};

/** More are not compared: then no rule is called unreachable. */
const scansMax = 20_000;

/** The rules that some visitor at some time can reach: a rule is unreachable if earlier rules always win. */
export function reachableRules(rules: readonly RedirectRule[]): boolean[] {
  let scans: ScanFacts[] = [someScan];
  for (const kind of conditionKinds) {
    const values = valuesOf(rules, kind);
    if (values.length > 0) {
      const cases = conditions[kind].cases(values as never[]);
      if (scans.length * cases.length > scansMax) return rules.map(() => true);
      scans = scans.flatMap((scan) => cases.map((facts) => ({ ...scan, ...facts })));
    }
  }
  const reachable = rules.map(() => false);
  for (const scan of scans) {
    const winner = winningRule(rules, scan);
    if (winner !== -1) reachable[winner] = true;
  }
  return reachable;
}

/** The schedule rules of a day (0 is Monday), part by part; together they cover the whole day. */
export function scheduleOf(rules: readonly RedirectRule[], weekday: number): ScheduleStretch[] {
  const starts = startsOf(valuesOf(rules, 'schedule'), weekday);
  return starts.map((startMinute, index) => ({
    startMinute,
    endMinute: starts[index + 1] ?? minutesOfDay,
    rules: rules.flatMap((rule, place) => {
      const [condition] = rule.conditions;
      const holds =
        condition.kind === 'schedule' &&
        holdsFor(condition, { ...someScan, weekday, minuteOfDay: startMinute });
      return holds ? [place] : [];
    }),
  }));
}

function valuesOf<Kind extends ConditionKind>(
  rules: readonly RedirectRule[],
  kind: Kind,
): Condition<Kind>['value'][] {
  return rules
    .flatMap((rule) => rule.conditions as readonly Condition[])
    .flatMap((condition) => (condition.kind === kind ? [(condition as Condition<Kind>).value] : []));
}
