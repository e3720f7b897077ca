import type { RuleCondition, ScanFacts } from './condition.ts';
import { countryCondition } from './country-condition.ts';
import { dateCondition } from './date-condition.ts';
import { deviceCondition } from './device-condition.ts';
import { languageCondition } from './language-condition.ts';
import { scanNumberCondition } from './scan-number-condition.ts';
import { scheduleCondition } from './schedule-condition.ts';
import { splitCondition } from './split-condition.ts';

const registry = {
  device: deviceCondition,
  country: countryCondition,
  schedule: scheduleCondition,
  date: dateCondition,
  language: languageCondition,
  scan_number: scanNumberCondition,
  split: splitCondition,
};

export type ConditionKind = keyof typeof registry;
type ConditionValues = {
  [Kind in ConditionKind]: (typeof registry)[Kind] extends RuleCondition<infer Value> ? Value : never;
};

/** A condition of a rule: its kind and its values. */
export type Condition<Kind extends ConditionKind = ConditionKind> = {
  [K in Kind]: { kind: K; value: ConditionValues[K] };
}[Kind];

/** All kinds of conditions. Parser, schema, form, simulator and documentation are derived from it. */
export const conditions: { [Kind in ConditionKind]: RuleCondition<ConditionValues[Kind]> } = registry;
export const conditionKinds = Object.keys(registry) as ConditionKind[];

export function isConditionKind(name: unknown): name is ConditionKind {
  return typeof name === 'string' && Object.hasOwn(registry, name);
}

/** Kinds that can be combined with this one. */
export function companionsOf(kind: ConditionKind): ConditionKind[] {
  if (!conditions[kind].isCombinable) return [];
  return conditionKinds.filter((other) => other !== kind && conditions[other].isCombinable);
}

export function holdsFor<Kind extends ConditionKind>(condition: Condition<Kind>, facts: ScanFacts): boolean {
  return conditions[condition.kind].matches(condition.value, facts);
}

export function describeCondition<Kind extends ConditionKind>(condition: Condition<Kind>): string {
  return conditions[condition.kind].describe(condition.value);
}

export function explainCondition<Kind extends ConditionKind>(
  condition: Condition<Kind>,
  facts: ScanFacts,
): string {
  return conditions[condition.kind].explain(condition.value, facts);
}

export function formatCondition<Kind extends ConditionKind>(
  condition: Condition<Kind>,
): Record<string, unknown> {
  return conditions[condition.kind].format(condition.value);
}
